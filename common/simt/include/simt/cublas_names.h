/**
 * @file
 * @brief cuBLAS: its functions by their other names. Those with _v2 are the same ones, and those with _64 take sizes of
 * 64 bits.
 *
 * A size that does not fit into 31 bits gives CUBLAS_STATUS_NOT_SUPPORTED, and a message.
 */
#ifndef SIMT_CUBLAS_NAMES_H
#define SIMT_CUBLAS_NAMES_H

#define cublasCaxpy_v2          cublasCaxpy
#define cublasCcopy_v2          cublasCcopy
#define cublasCdotc_v2          cublasCdotc
#define cublasCdotu_v2          cublasCdotu
#define cublasCgbmv_v2          cublasCgbmv
#define cublasCgemm_v2          cublasCgemm
#define cublasCgemv_v2          cublasCgemv
#define cublasCgerc_v2          cublasCgerc
#define cublasCgeru_v2          cublasCgeru
#define cublasChbmv_v2          cublasChbmv
#define cublasChemm_v2          cublasChemm
#define cublasChemv_v2          cublasChemv
#define cublasCher_v2           cublasCher
#define cublasCher2_v2          cublasCher2
#define cublasCher2k_v2         cublasCher2k
#define cublasCherk_v2          cublasCherk
#define cublasChpmv_v2          cublasChpmv
#define cublasChpr_v2           cublasChpr
#define cublasChpr2_v2          cublasChpr2
#define cublasCreate_v2         cublasCreate
#define cublasCrot_v2           cublasCrot
#define cublasCrotg_v2          cublasCrotg
#define cublasCscal_v2          cublasCscal
#define cublasCsrot_v2          cublasCsrot
#define cublasCsscal_v2         cublasCsscal
#define cublasCswap_v2          cublasCswap
#define cublasCsymm_v2          cublasCsymm
#define cublasCsymv_v2          cublasCsymv
#define cublasCsyr_v2           cublasCsyr
#define cublasCsyr2_v2          cublasCsyr2
#define cublasCsyr2k_v2         cublasCsyr2k
#define cublasCsyrk_v2          cublasCsyrk
#define cublasCtbmv_v2          cublasCtbmv
#define cublasCtbsv_v2          cublasCtbsv
#define cublasCtpmv_v2          cublasCtpmv
#define cublasCtpsv_v2          cublasCtpsv
#define cublasCtrmm_v2          cublasCtrmm
#define cublasCtrmv_v2          cublasCtrmv
#define cublasCtrsm_v2          cublasCtrsm
#define cublasCtrsv_v2          cublasCtrsv
#define cublasDasum_v2          cublasDasum
#define cublasDaxpy_v2          cublasDaxpy
#define cublasDcopy_v2          cublasDcopy
#define cublasDdot_v2           cublasDdot
#define cublasDestroy_v2        cublasDestroy
#define cublasDgbmv_v2          cublasDgbmv
#define cublasDgemm_v2          cublasDgemm
#define cublasDgemv_v2          cublasDgemv
#define cublasDger_v2           cublasDger
#define cublasDnrm2_v2          cublasDnrm2
#define cublasDrot_v2           cublasDrot
#define cublasDrotg_v2          cublasDrotg
#define cublasDrotm_v2          cublasDrotm
#define cublasDrotmg_v2         cublasDrotmg
#define cublasDsbmv_v2          cublasDsbmv
#define cublasDscal_v2          cublasDscal
#define cublasDspmv_v2          cublasDspmv
#define cublasDspr_v2           cublasDspr
#define cublasDspr2_v2          cublasDspr2
#define cublasDswap_v2          cublasDswap
#define cublasDsymm_v2          cublasDsymm
#define cublasDsymv_v2          cublasDsymv
#define cublasDsyr_v2           cublasDsyr
#define cublasDsyr2_v2          cublasDsyr2
#define cublasDsyr2k_v2         cublasDsyr2k
#define cublasDsyrk_v2          cublasDsyrk
#define cublasDtbmv_v2          cublasDtbmv
#define cublasDtbsv_v2          cublasDtbsv
#define cublasDtpmv_v2          cublasDtpmv
#define cublasDtpsv_v2          cublasDtpsv
#define cublasDtrmm_v2          cublasDtrmm
#define cublasDtrmv_v2          cublasDtrmv
#define cublasDtrsm_v2          cublasDtrsm
#define cublasDtrsv_v2          cublasDtrsv
#define cublasDzasum_v2         cublasDzasum
#define cublasDznrm2_v2         cublasDznrm2
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasGetStream_v2      cublasGetStream
#define cublasGetVersion_v2     cublasGetVersion
#define cublasIcamax_v2         cublasIcamax
#define cublasIcamin_v2         cublasIcamin
#define cublasIdamax_v2         cublasIdamax
#define cublasIdamin_v2         cublasIdamin
#define cublasIsamax_v2         cublasIsamax
#define cublasIsamin_v2         cublasIsamin
#define cublasIzamax_v2         cublasIzamax
#define cublasIzamin_v2         cublasIzamin
#define cublasSasum_v2          cublasSasum
#define cublasSaxpy_v2          cublasSaxpy
#define cublasScasum_v2         cublasScasum
#define cublasScnrm2_v2         cublasScnrm2
#define cublasScopy_v2          cublasScopy
#define cublasSdot_v2           cublasSdot
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasSetStream_v2      cublasSetStream
#define cublasSetWorkspace_v2   cublasSetWorkspace
#define cublasSgbmv_v2          cublasSgbmv
#define cublasSgemm_v2          cublasSgemm
#define cublasSgemv_v2          cublasSgemv
#define cublasSger_v2           cublasSger
#define cublasSnrm2_v2          cublasSnrm2
#define cublasSrot_v2           cublasSrot
#define cublasSrotg_v2          cublasSrotg
#define cublasSrotm_v2          cublasSrotm
#define cublasSrotmg_v2         cublasSrotmg
#define cublasSsbmv_v2          cublasSsbmv
#define cublasSscal_v2          cublasSscal
#define cublasSspmv_v2          cublasSspmv
#define cublasSspr_v2           cublasSspr
#define cublasSspr2_v2          cublasSspr2
#define cublasSswap_v2          cublasSswap
#define cublasSsymm_v2          cublasSsymm
#define cublasSsymv_v2          cublasSsymv
#define cublasSsyr_v2           cublasSsyr
#define cublasSsyr2_v2          cublasSsyr2
#define cublasSsyr2k_v2         cublasSsyr2k
#define cublasSsyrk_v2          cublasSsyrk
#define cublasStbmv_v2          cublasStbmv
#define cublasStbsv_v2          cublasStbsv
#define cublasStpmv_v2          cublasStpmv
#define cublasStpsv_v2          cublasStpsv
#define cublasStrmm_v2          cublasStrmm
#define cublasStrmv_v2          cublasStrmv
#define cublasStrsm_v2          cublasStrsm
#define cublasStrsv_v2          cublasStrsv
#define cublasZaxpy_v2          cublasZaxpy
#define cublasZcopy_v2          cublasZcopy
#define cublasZdotc_v2          cublasZdotc
#define cublasZdotu_v2          cublasZdotu
#define cublasZdrot_v2          cublasZdrot
#define cublasZdscal_v2         cublasZdscal
#define cublasZgbmv_v2          cublasZgbmv
#define cublasZgemm_v2          cublasZgemm
#define cublasZgemv_v2          cublasZgemv
#define cublasZgerc_v2          cublasZgerc
#define cublasZgeru_v2          cublasZgeru
#define cublasZhbmv_v2          cublasZhbmv
#define cublasZhemm_v2          cublasZhemm
#define cublasZhemv_v2          cublasZhemv
#define cublasZher_v2           cublasZher
#define cublasZher2_v2          cublasZher2
#define cublasZher2k_v2         cublasZher2k
#define cublasZherk_v2          cublasZherk
#define cublasZhpmv_v2          cublasZhpmv
#define cublasZhpr_v2           cublasZhpr
#define cublasZhpr2_v2          cublasZhpr2
#define cublasZrot_v2           cublasZrot
#define cublasZrotg_v2          cublasZrotg
#define cublasZscal_v2          cublasZscal
#define cublasZswap_v2          cublasZswap
#define cublasZsymm_v2          cublasZsymm
#define cublasZsymv_v2          cublasZsymv
#define cublasZsyr_v2           cublasZsyr
#define cublasZsyr2_v2          cublasZsyr2
#define cublasZsyr2k_v2         cublasZsyr2k
#define cublasZsyrk_v2          cublasZsyrk
#define cublasZtbmv_v2          cublasZtbmv
#define cublasZtbsv_v2          cublasZtbsv
#define cublasZtpmv_v2          cublasZtpmv
#define cublasZtpsv_v2          cublasZtpsv
#define cublasZtrmm_v2          cublasZtrmm
#define cublasZtrmv_v2          cublasZtrmv
#define cublasZtrsm_v2          cublasZtrsm
#define cublasZtrsv_v2          cublasZtrsv

#ifdef __cplusplus
extern "C" cublasStatus_t simt_cublas_too_large(const char *name);

namespace simt {

template <class P> struct blas_argument {
    static P from(P a) {
        return a;
    }
    template <class A> static bool fits(const A &) {
        return true;
    }
};
template <> struct blas_argument<int> {
    static int from(long long a) {
        return (int)a;
    }
    static bool fits(long long a) {
        return a == (int)a;
    }
};

template <class... P, class... A>
inline cublasStatus_t blas_64(const char *name, cublasStatus_t (*f)(P...), A... a) {
    const bool all[] = {blas_argument<P>::fits(a)...};
    for (bool fits : all)
        if (!fits) return simt_cublas_too_large(name);
    return f(blas_argument<P>::from(a)...);
}

} // namespace simt

#define SIMT_BLAS_64(name)                                                                         \
    template <class... A> inline cublasStatus_t name##_64(A... a) {                                \
        return simt::blas_64(#name "_64", name, a...);                                             \
    }
SIMT_BLAS_64(cublasAsumEx) SIMT_BLAS_64(cublasAxpyEx) SIMT_BLAS_64(cublasCaxpy) SIMT_BLAS_64(cublasCcopy)
SIMT_BLAS_64(cublasCdgmm) SIMT_BLAS_64(cublasCdotc) SIMT_BLAS_64(cublasCdotu) SIMT_BLAS_64(cublasCgbmv)
SIMT_BLAS_64(cublasCgeam) SIMT_BLAS_64(cublasCgemm) SIMT_BLAS_64(cublasCgemmBatched)
SIMT_BLAS_64(cublasCgemmStridedBatched) SIMT_BLAS_64(cublasCgemv) SIMT_BLAS_64(cublasCgemvBatched)
SIMT_BLAS_64(cublasCgemvStridedBatched) SIMT_BLAS_64(cublasCgerc) SIMT_BLAS_64(cublasCgeru) SIMT_BLAS_64(cublasChbmv)
SIMT_BLAS_64(cublasChemm) SIMT_BLAS_64(cublasChemv) SIMT_BLAS_64(cublasCher) SIMT_BLAS_64(cublasCher2)
SIMT_BLAS_64(cublasCher2k) SIMT_BLAS_64(cublasCherk) SIMT_BLAS_64(cublasCherkx) SIMT_BLAS_64(cublasChpmv)
SIMT_BLAS_64(cublasChpr) SIMT_BLAS_64(cublasChpr2) SIMT_BLAS_64(cublasCopyEx) SIMT_BLAS_64(cublasCrot)
SIMT_BLAS_64(cublasCscal) SIMT_BLAS_64(cublasCsrot) SIMT_BLAS_64(cublasCsscal) SIMT_BLAS_64(cublasCswap)
SIMT_BLAS_64(cublasCsymm) SIMT_BLAS_64(cublasCsymv) SIMT_BLAS_64(cublasCsyr) SIMT_BLAS_64(cublasCsyr2)
SIMT_BLAS_64(cublasCsyr2k) SIMT_BLAS_64(cublasCsyrk) SIMT_BLAS_64(cublasCsyrkx) SIMT_BLAS_64(cublasCtbmv)
SIMT_BLAS_64(cublasCtbsv) SIMT_BLAS_64(cublasCtpmv) SIMT_BLAS_64(cublasCtpsv) SIMT_BLAS_64(cublasCtrmm)
SIMT_BLAS_64(cublasCtrmv) SIMT_BLAS_64(cublasCtrsm) SIMT_BLAS_64(cublasCtrsmBatched) SIMT_BLAS_64(cublasCtrsv)
SIMT_BLAS_64(cublasDasum) SIMT_BLAS_64(cublasDaxpy) SIMT_BLAS_64(cublasDcopy) SIMT_BLAS_64(cublasDdgmm)
SIMT_BLAS_64(cublasDdot) SIMT_BLAS_64(cublasDgbmv) SIMT_BLAS_64(cublasDgeam) SIMT_BLAS_64(cublasDgemm)
SIMT_BLAS_64(cublasDgemmBatched) SIMT_BLAS_64(cublasDgemmStridedBatched) SIMT_BLAS_64(cublasDgemv)
SIMT_BLAS_64(cublasDgemvBatched) SIMT_BLAS_64(cublasDgemvStridedBatched) SIMT_BLAS_64(cublasDger)
SIMT_BLAS_64(cublasDnrm2) SIMT_BLAS_64(cublasDotEx) SIMT_BLAS_64(cublasDotcEx) SIMT_BLAS_64(cublasDrot)
SIMT_BLAS_64(cublasDrotm) SIMT_BLAS_64(cublasDsbmv) SIMT_BLAS_64(cublasDscal) SIMT_BLAS_64(cublasDspmv)
SIMT_BLAS_64(cublasDspr) SIMT_BLAS_64(cublasDspr2) SIMT_BLAS_64(cublasDswap) SIMT_BLAS_64(cublasDsymm)
SIMT_BLAS_64(cublasDsymv) SIMT_BLAS_64(cublasDsyr) SIMT_BLAS_64(cublasDsyr2) SIMT_BLAS_64(cublasDsyr2k)
SIMT_BLAS_64(cublasDsyrk) SIMT_BLAS_64(cublasDsyrkx) SIMT_BLAS_64(cublasDtbmv) SIMT_BLAS_64(cublasDtbsv)
SIMT_BLAS_64(cublasDtpmv) SIMT_BLAS_64(cublasDtpsv) SIMT_BLAS_64(cublasDtrmm) SIMT_BLAS_64(cublasDtrmv)
SIMT_BLAS_64(cublasDtrsm) SIMT_BLAS_64(cublasDtrsmBatched) SIMT_BLAS_64(cublasDtrsv) SIMT_BLAS_64(cublasDzasum)
SIMT_BLAS_64(cublasDznrm2) SIMT_BLAS_64(cublasGemmBatchedEx) SIMT_BLAS_64(cublasGemmStridedBatchedEx)
SIMT_BLAS_64(cublasGetMatrix) SIMT_BLAS_64(cublasGetMatrixAsync) SIMT_BLAS_64(cublasGetVector)
SIMT_BLAS_64(cublasGetVectorAsync) SIMT_BLAS_64(cublasHgemm) SIMT_BLAS_64(cublasHgemmBatched)
SIMT_BLAS_64(cublasHgemmStridedBatched) SIMT_BLAS_64(cublasNrm2Ex) SIMT_BLAS_64(cublasRotEx) SIMT_BLAS_64(cublasSasum)
SIMT_BLAS_64(cublasSaxpy) SIMT_BLAS_64(cublasScalEx) SIMT_BLAS_64(cublasScasum) SIMT_BLAS_64(cublasScnrm2)
SIMT_BLAS_64(cublasScopy) SIMT_BLAS_64(cublasSdgmm) SIMT_BLAS_64(cublasSdot) SIMT_BLAS_64(cublasSetMatrix)
SIMT_BLAS_64(cublasSetMatrixAsync) SIMT_BLAS_64(cublasSetVector) SIMT_BLAS_64(cublasSetVectorAsync)
SIMT_BLAS_64(cublasSgbmv) SIMT_BLAS_64(cublasSgeam) SIMT_BLAS_64(cublasSgemm) SIMT_BLAS_64(cublasSgemmBatched)
SIMT_BLAS_64(cublasSgemmEx) SIMT_BLAS_64(cublasSgemmStridedBatched) SIMT_BLAS_64(cublasSgemv)
SIMT_BLAS_64(cublasSgemvBatched) SIMT_BLAS_64(cublasSgemvStridedBatched) SIMT_BLAS_64(cublasSger)
SIMT_BLAS_64(cublasSnrm2) SIMT_BLAS_64(cublasSrot) SIMT_BLAS_64(cublasSrotm) SIMT_BLAS_64(cublasSsbmv)
SIMT_BLAS_64(cublasSscal) SIMT_BLAS_64(cublasSspmv) SIMT_BLAS_64(cublasSspr) SIMT_BLAS_64(cublasSspr2)
SIMT_BLAS_64(cublasSswap) SIMT_BLAS_64(cublasSsymm) SIMT_BLAS_64(cublasSsymv) SIMT_BLAS_64(cublasSsyr)
SIMT_BLAS_64(cublasSsyr2) SIMT_BLAS_64(cublasSsyr2k) SIMT_BLAS_64(cublasSsyrk) SIMT_BLAS_64(cublasSsyrkx)
SIMT_BLAS_64(cublasStbmv) SIMT_BLAS_64(cublasStbsv) SIMT_BLAS_64(cublasStpmv) SIMT_BLAS_64(cublasStpsv)
SIMT_BLAS_64(cublasStrmm) SIMT_BLAS_64(cublasStrmv) SIMT_BLAS_64(cublasStrsm) SIMT_BLAS_64(cublasStrsmBatched)
SIMT_BLAS_64(cublasStrsv) SIMT_BLAS_64(cublasSwapEx) SIMT_BLAS_64(cublasZaxpy) SIMT_BLAS_64(cublasZcopy)
SIMT_BLAS_64(cublasZdgmm) SIMT_BLAS_64(cublasZdotc) SIMT_BLAS_64(cublasZdotu) SIMT_BLAS_64(cublasZdrot)
SIMT_BLAS_64(cublasZdscal) SIMT_BLAS_64(cublasZgbmv) SIMT_BLAS_64(cublasZgeam) SIMT_BLAS_64(cublasZgemm)
SIMT_BLAS_64(cublasZgemmBatched) SIMT_BLAS_64(cublasZgemmStridedBatched) SIMT_BLAS_64(cublasZgemv)
SIMT_BLAS_64(cublasZgemvBatched) SIMT_BLAS_64(cublasZgemvStridedBatched) SIMT_BLAS_64(cublasZgerc)
SIMT_BLAS_64(cublasZgeru) SIMT_BLAS_64(cublasZhbmv) SIMT_BLAS_64(cublasZhemm) SIMT_BLAS_64(cublasZhemv)
SIMT_BLAS_64(cublasZher) SIMT_BLAS_64(cublasZher2) SIMT_BLAS_64(cublasZher2k) SIMT_BLAS_64(cublasZherk)
SIMT_BLAS_64(cublasZherkx) SIMT_BLAS_64(cublasZhpmv) SIMT_BLAS_64(cublasZhpr) SIMT_BLAS_64(cublasZhpr2)
SIMT_BLAS_64(cublasZrot) SIMT_BLAS_64(cublasZscal) SIMT_BLAS_64(cublasZswap) SIMT_BLAS_64(cublasZsymm)
SIMT_BLAS_64(cublasZsymv) SIMT_BLAS_64(cublasZsyr) SIMT_BLAS_64(cublasZsyr2) SIMT_BLAS_64(cublasZsyr2k)
SIMT_BLAS_64(cublasZsyrk) SIMT_BLAS_64(cublasZsyrkx) SIMT_BLAS_64(cublasZtbmv) SIMT_BLAS_64(cublasZtbsv)
SIMT_BLAS_64(cublasZtpmv) SIMT_BLAS_64(cublasZtpsv) SIMT_BLAS_64(cublasZtrmm) SIMT_BLAS_64(cublasZtrmv)
SIMT_BLAS_64(cublasZtrsm) SIMT_BLAS_64(cublasZtrsmBatched) SIMT_BLAS_64(cublasZtrsv)
#undef SIMT_BLAS_64
#define cublasCaxpy_v2_64          cublasCaxpy_64
#define cublasCcopy_v2_64          cublasCcopy_64
#define cublasCdotc_v2_64          cublasCdotc_64
#define cublasCdotu_v2_64          cublasCdotu_64
#define cublasCgbmv_v2_64          cublasCgbmv_64
#define cublasCgemm_v2_64          cublasCgemm_64
#define cublasCgemv_v2_64          cublasCgemv_64
#define cublasCgerc_v2_64          cublasCgerc_64
#define cublasCgeru_v2_64          cublasCgeru_64
#define cublasChbmv_v2_64          cublasChbmv_64
#define cublasChemm_v2_64          cublasChemm_64
#define cublasChemv_v2_64          cublasChemv_64
#define cublasCher_v2_64           cublasCher_64
#define cublasCher2_v2_64          cublasCher2_64
#define cublasCher2k_v2_64         cublasCher2k_64
#define cublasCherk_v2_64          cublasCherk_64
#define cublasChpmv_v2_64          cublasChpmv_64
#define cublasChpr_v2_64           cublasChpr_64
#define cublasChpr2_v2_64          cublasChpr2_64
#define cublasCrot_v2_64           cublasCrot_64
#define cublasCscal_v2_64          cublasCscal_64
#define cublasCsrot_v2_64          cublasCsrot_64
#define cublasCsscal_v2_64         cublasCsscal_64
#define cublasCswap_v2_64          cublasCswap_64
#define cublasCsymm_v2_64          cublasCsymm_64
#define cublasCsymv_v2_64          cublasCsymv_64
#define cublasCsyr_v2_64           cublasCsyr_64
#define cublasCsyr2_v2_64          cublasCsyr2_64
#define cublasCsyr2k_v2_64         cublasCsyr2k_64
#define cublasCsyrk_v2_64          cublasCsyrk_64
#define cublasCtbmv_v2_64          cublasCtbmv_64
#define cublasCtbsv_v2_64          cublasCtbsv_64
#define cublasCtpmv_v2_64          cublasCtpmv_64
#define cublasCtpsv_v2_64          cublasCtpsv_64
#define cublasCtrmm_v2_64          cublasCtrmm_64
#define cublasCtrmv_v2_64          cublasCtrmv_64
#define cublasCtrsm_v2_64          cublasCtrsm_64
#define cublasCtrsv_v2_64          cublasCtrsv_64
#define cublasDasum_v2_64          cublasDasum_64
#define cublasDaxpy_v2_64          cublasDaxpy_64
#define cublasDcopy_v2_64          cublasDcopy_64
#define cublasDdot_v2_64           cublasDdot_64
#define cublasDgbmv_v2_64          cublasDgbmv_64
#define cublasDgemm_v2_64          cublasDgemm_64
#define cublasDgemv_v2_64          cublasDgemv_64
#define cublasDger_v2_64           cublasDger_64
#define cublasDnrm2_v2_64          cublasDnrm2_64
#define cublasDrot_v2_64           cublasDrot_64
#define cublasDrotm_v2_64          cublasDrotm_64
#define cublasDsbmv_v2_64          cublasDsbmv_64
#define cublasDscal_v2_64          cublasDscal_64
#define cublasDspmv_v2_64          cublasDspmv_64
#define cublasDspr_v2_64           cublasDspr_64
#define cublasDspr2_v2_64          cublasDspr2_64
#define cublasDswap_v2_64          cublasDswap_64
#define cublasDsymm_v2_64          cublasDsymm_64
#define cublasDsymv_v2_64          cublasDsymv_64
#define cublasDsyr_v2_64           cublasDsyr_64
#define cublasDsyr2_v2_64          cublasDsyr2_64
#define cublasDsyr2k_v2_64         cublasDsyr2k_64
#define cublasDsyrk_v2_64          cublasDsyrk_64
#define cublasDtbmv_v2_64          cublasDtbmv_64
#define cublasDtbsv_v2_64          cublasDtbsv_64
#define cublasDtpmv_v2_64          cublasDtpmv_64
#define cublasDtpsv_v2_64          cublasDtpsv_64
#define cublasDtrmm_v2_64          cublasDtrmm_64
#define cublasDtrmv_v2_64          cublasDtrmv_64
#define cublasDtrsm_v2_64          cublasDtrsm_64
#define cublasDtrsv_v2_64          cublasDtrsv_64
#define cublasDzasum_v2_64         cublasDzasum_64
#define cublasDznrm2_v2_64         cublasDznrm2_64
#define cublasSasum_v2_64          cublasSasum_64
#define cublasSaxpy_v2_64          cublasSaxpy_64
#define cublasScasum_v2_64         cublasScasum_64
#define cublasScnrm2_v2_64         cublasScnrm2_64
#define cublasScopy_v2_64          cublasScopy_64
#define cublasSdot_v2_64           cublasSdot_64
#define cublasSgbmv_v2_64          cublasSgbmv_64
#define cublasSgemm_v2_64          cublasSgemm_64
#define cublasSgemv_v2_64          cublasSgemv_64
#define cublasSger_v2_64           cublasSger_64
#define cublasSnrm2_v2_64          cublasSnrm2_64
#define cublasSrot_v2_64           cublasSrot_64
#define cublasSrotm_v2_64          cublasSrotm_64
#define cublasSsbmv_v2_64          cublasSsbmv_64
#define cublasSscal_v2_64          cublasSscal_64
#define cublasSspmv_v2_64          cublasSspmv_64
#define cublasSspr_v2_64           cublasSspr_64
#define cublasSspr2_v2_64          cublasSspr2_64
#define cublasSswap_v2_64          cublasSswap_64
#define cublasSsymm_v2_64          cublasSsymm_64
#define cublasSsymv_v2_64          cublasSsymv_64
#define cublasSsyr_v2_64           cublasSsyr_64
#define cublasSsyr2_v2_64          cublasSsyr2_64
#define cublasSsyr2k_v2_64         cublasSsyr2k_64
#define cublasSsyrk_v2_64          cublasSsyrk_64
#define cublasStbmv_v2_64          cublasStbmv_64
#define cublasStbsv_v2_64          cublasStbsv_64
#define cublasStpmv_v2_64          cublasStpmv_64
#define cublasStpsv_v2_64          cublasStpsv_64
#define cublasStrmm_v2_64          cublasStrmm_64
#define cublasStrmv_v2_64          cublasStrmv_64
#define cublasStrsm_v2_64          cublasStrsm_64
#define cublasStrsv_v2_64          cublasStrsv_64
#define cublasZaxpy_v2_64          cublasZaxpy_64
#define cublasZcopy_v2_64          cublasZcopy_64
#define cublasZdotc_v2_64          cublasZdotc_64
#define cublasZdotu_v2_64          cublasZdotu_64
#define cublasZdrot_v2_64          cublasZdrot_64
#define cublasZdscal_v2_64         cublasZdscal_64
#define cublasZgbmv_v2_64          cublasZgbmv_64
#define cublasZgemm_v2_64          cublasZgemm_64
#define cublasZgemv_v2_64          cublasZgemv_64
#define cublasZgerc_v2_64          cublasZgerc_64
#define cublasZgeru_v2_64          cublasZgeru_64
#define cublasZhbmv_v2_64          cublasZhbmv_64
#define cublasZhemm_v2_64          cublasZhemm_64
#define cublasZhemv_v2_64          cublasZhemv_64
#define cublasZher_v2_64           cublasZher_64
#define cublasZher2_v2_64          cublasZher2_64
#define cublasZher2k_v2_64         cublasZher2k_64
#define cublasZherk_v2_64          cublasZherk_64
#define cublasZhpmv_v2_64          cublasZhpmv_64
#define cublasZhpr_v2_64           cublasZhpr_64
#define cublasZhpr2_v2_64          cublasZhpr2_64
#define cublasZrot_v2_64           cublasZrot_64
#define cublasZscal_v2_64          cublasZscal_64
#define cublasZswap_v2_64          cublasZswap_64
#define cublasZsymm_v2_64          cublasZsymm_64
#define cublasZsymv_v2_64          cublasZsymv_64
#define cublasZsyr_v2_64           cublasZsyr_64
#define cublasZsyr2_v2_64          cublasZsyr2_64
#define cublasZsyr2k_v2_64         cublasZsyr2k_64
#define cublasZsyrk_v2_64          cublasZsyrk_64
#define cublasZtbmv_v2_64          cublasZtbmv_64
#define cublasZtbsv_v2_64          cublasZtbsv_64
#define cublasZtpmv_v2_64          cublasZtpmv_64
#define cublasZtpsv_v2_64          cublasZtpsv_64
#define cublasZtrmm_v2_64          cublasZtrmm_64
#define cublasZtrmv_v2_64          cublasZtrmv_64
#define cublasZtrsm_v2_64          cublasZtrsm_64
#define cublasZtrsv_v2_64          cublasZtrsv_64

#endif
#endif
