/**
 * @file
 * @brief Before a header: puts macros of one letter aside, as in -DN=1024 or `#define T float`.
 *
 * Headers of this folder name template parameters so, and NVIDIA's headers do not. loud.h brings the macros back.
 */
#pragma push_macro("A")
#pragma push_macro("B")
#pragma push_macro("C")
#pragma push_macro("D")
#pragma push_macro("E")
#pragma push_macro("F")
#pragma push_macro("G")
#pragma push_macro("H")
#pragma push_macro("I")
#pragma push_macro("J")
#pragma push_macro("K")
#pragma push_macro("L")
#pragma push_macro("M")
#pragma push_macro("N")
#pragma push_macro("O")
#pragma push_macro("P")
#pragma push_macro("Q")
#pragma push_macro("R")
#pragma push_macro("S")
#pragma push_macro("T")
#pragma push_macro("U")
#pragma push_macro("V")
#pragma push_macro("W")
#pragma push_macro("X")
#pragma push_macro("Y")
#pragma push_macro("Z")
#undef A
#undef B
#undef C
#undef D
#undef E
#undef F
#undef G
#undef H
#undef I
#undef J
#undef K
#undef L
#undef M
#undef N
#undef O
#undef P
#undef Q
#undef R
#undef S
#undef T
#undef U
#undef V
#undef W
#undef X
#undef Y
#undef Z
