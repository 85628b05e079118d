// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_block_shapes_h
#define tessera_kernels_block_shapes_h

namespace tessera
{
  namespace internal
  {
    /** Size of a block that is known to the compiler; 0 x 0 is any size. */
    template <int h, int w>
    struct BlockShape
    {
      static constexpr int height = h;
      static constexpr int width  = w;
    };



    /**
     * Calls @p call with the BlockShape of a @p height x @p width block if it
     * is one of the shapes that kernels are compiled for, and with
     * BlockShape<0, 0> otherwise. The list has scalar problems, and elasticity
     * in three dimensions: operator, prolongator, restriction, coarse operator.
     */
    template <typename Call>
    void with_block_shape(const int height, const int width, const Call &call)
    {
      if (height == 1 && width == 1)
        call(BlockShape<1, 1>());
      else if (height == 3 && width == 3)
        call(BlockShape<3, 3>());
      else if (height == 3 && width == 6)
        call(BlockShape<3, 6>());
      else if (height == 6 && width == 3)
        call(BlockShape<6, 3>());
      else if (height == 6 && width == 6)
        call(BlockShape<6, 6>());
      else
        call(BlockShape<0, 0>());
    }
  } // namespace internal
} // namespace tessera

#endif
