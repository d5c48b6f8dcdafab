/**
 * @file
 * @brief NVRTC: compiles CUDA C++ at run time, by simtcc. What it makes is a module for cuModuleLoadData (cuda.h).
 *
 * simtcc and a compiler have to be installed where the program runs. SIMTCC names simtcc, unless it lies where the
 * program was linked. In a check build the module gets the same checks.
 */
#ifndef SIMT_NVRTC_H
#define SIMT_NVRTC_H

#define __NVRTC_H__

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    NVRTC_SUCCESS,
    NVRTC_ERROR_OUT_OF_MEMORY,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE,
    NVRTC_ERROR_INVALID_INPUT,
    NVRTC_ERROR_INVALID_PROGRAM,
    NVRTC_ERROR_INVALID_OPTION,
    NVRTC_ERROR_COMPILATION,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
    NVRTC_ERROR_INTERNAL_ERROR,
    NVRTC_ERROR_TIME_FILE_WRITE_FAILED,
} nvrtcResult;

typedef struct simt_nvrtc_program *nvrtcProgram;

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *n);
nvrtcResult nvrtcGetSupportedArchs(int *archs);

/** Copies the source and the headers. name: as messages show the source; NULL: default_program. */
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int n,
                               const char *const *headers, const char *const *header_names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
/** Takes NVRTC's options; those that speak of a GPU alone do nothing. The log has the compiler's messages. */
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int n, const char *const *options);
/* Sizes count the 0 at the end. PTX and cubin are the same text: a module. */
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *bytes);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);
/** expression: a kernel or the address of a variable of the source, as in scale<float> or &factor. */
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **name);

#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && NVRTC_GET_TYPE_NAME
#include <cstdlib>
#include <cxxabi.h>
#include <string>
#include <typeinfo>
template <class T> struct simt_named_type {};
/** The name of a type as a name expression spells it: nvrtcGetTypeName<T>(&name). */
template <class T> nvrtcResult nvrtcGetTypeName(std::string *result) {
    int status = 0;
    char *text = abi::__cxa_demangle(typeid(simt_named_type<T>).name(), nullptr, nullptr, &status);
    if (!text || status) return NVRTC_ERROR_INTERNAL_ERROR;
    std::string all = text;
    std::free(text);
    size_t open = all.find('<'), close = all.rfind('>');
    *result = all.substr(open + 1, close - open - 1);
    while (!result->empty() && result->back() == ' ') result->pop_back();
    return NVRTC_SUCCESS;
}
#endif

#endif
