/**
 * @file
 * @brief NVTX, by which programs mark what a profiler shows: no profiler is here, so the calls do nothing.
 */
#ifndef SIMT_NVTX_H
#define SIMT_NVTX_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION                  3
#define NVTX_SUCCESS                  0
#define NVTX_FAIL                     1
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_INVALID_RANGE_ID         ((nvtxRangeId_t)(-1))
#define NVTX_NO_PUSH_POP_TRACKING     ((int)-2)

typedef uint64_t nvtxRangeId_t;
typedef struct simt_nvtx_domain *nvtxDomainHandle_t;
typedef struct simt_nvtx_string *nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN,
    NVTX_MESSAGE_TYPE_ASCII,
    NVTX_MESSAGE_TYPE_UNICODE,
    NVTX_MESSAGE_TYPE_REGISTERED,
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
    NVTX_PAYLOAD_TYPE_INT64,
    NVTX_PAYLOAD_TYPE_DOUBLE,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
    NVTX_PAYLOAD_TYPE_INT32,
    NVTX_PAYLOAD_TYPE_FLOAT,
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

enum {
    NVTX_RESOURCE_TYPE_UNKNOWN,
    NVTX_RESOURCE_TYPE_GENERIC_POINTER = 0x10001,
    NVTX_RESOURCE_TYPE_GENERIC_HANDLE,
    NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE,
    NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX,
};
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxResourceAttributes_t))
typedef struct simt_nvtx_resource *nvtxResourceHandle_t;
typedef struct nvtxResourceAttributes_v0 {
    uint16_t version, size;
    int32_t identifierType;
    union {
        const void *pValue;
        uint64_t ullValue;
    } identifier;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxResourceAttributes_t;

/* Each takes what it is given, and returns a number that means nothing. */
#define simt_nvtx(...)               SIMT_NVTX_LAST(__VA_ARGS__, 0, 0, 0)
#define SIMT_NVTX_LAST(a, b, c, ...) ((void)(a), (void)(b), (void)(c))
#define SIMT_NVTX(type, name, parameters, value, ...)                                              \
    static inline type name parameters {                                                           \
        simt_nvtx(__VA_ARGS__);                                                                    \
        return value;                                                                              \
    }
#define SIMT_NVTX_DOES(name, parameters, ...)                                                      \
    static inline void name parameters {                                                           \
        simt_nvtx(__VA_ARGS__);                                                                    \
    }
SIMT_NVTX_DOES(nvtxInitialize, (const void *reserved), reserved)
SIMT_NVTX_DOES(nvtxMarkA, (const char *message), message)
SIMT_NVTX_DOES(nvtxMarkW, (const wchar_t *message), message)
SIMT_NVTX_DOES(nvtxMarkEx, (const nvtxEventAttributes_t *event), event)
SIMT_NVTX(nvtxRangeId_t, nvtxRangeStartA, (const char *message), 1, message)
SIMT_NVTX(nvtxRangeId_t, nvtxRangeStartW, (const wchar_t *message), 1, message)
SIMT_NVTX(nvtxRangeId_t, nvtxRangeStartEx, (const nvtxEventAttributes_t *event), 1, event)
SIMT_NVTX_DOES(nvtxRangeEnd, (nvtxRangeId_t range), range)
SIMT_NVTX(int, nvtxRangePushA, (const char *message), 0, message)
SIMT_NVTX(int, nvtxRangePushW, (const wchar_t *message), 0, message)
SIMT_NVTX(int, nvtxRangePushEx, (const nvtxEventAttributes_t *event), 0, event)
SIMT_NVTX(int, nvtxRangePop, (void), 0, 0)
SIMT_NVTX_DOES(nvtxNameCategoryA, (uint32_t category, const char *name), category, name)
SIMT_NVTX_DOES(nvtxNameOsThreadA, (uint32_t thread, const char *name), thread, name)
SIMT_NVTX(nvtxDomainHandle_t, nvtxDomainCreateA, (const char *name), NULL, name)
SIMT_NVTX_DOES(nvtxDomainDestroy, (nvtxDomainHandle_t domain), domain)
SIMT_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringA,
          (nvtxDomainHandle_t domain, const char *string), NULL, domain, string)
SIMT_NVTX_DOES(nvtxDomainNameCategoryA,
               (nvtxDomainHandle_t domain, uint32_t category, const char *name), domain, category,
               name)
SIMT_NVTX_DOES(nvtxDomainMarkEx, (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event),
               domain, event)
SIMT_NVTX(nvtxRangeId_t, nvtxDomainRangeStartEx,
          (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event), 1, domain, event)
SIMT_NVTX_DOES(nvtxDomainRangeEnd, (nvtxDomainHandle_t domain, nvtxRangeId_t range), domain, range)
SIMT_NVTX(int, nvtxDomainRangePushEx,
          (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event), 0, domain, event)
SIMT_NVTX(int, nvtxDomainRangePop, (nvtxDomainHandle_t domain), 0, domain)
SIMT_NVTX_DOES(nvtxNameCudaDeviceA, (int device, const char *name), device, name)
SIMT_NVTX_DOES(nvtxNameCudaStreamA, (const void *stream, const char *name), stream, name)
SIMT_NVTX_DOES(nvtxNameCudaEventA, (const void *event, const char *name), event, name)
SIMT_NVTX(nvtxResourceHandle_t, nvtxDomainResourceCreate,
          (nvtxDomainHandle_t domain, nvtxResourceAttributes_t *attributes), NULL, domain,
          attributes)
SIMT_NVTX_DOES(nvtxDomainResourceDestroy, (nvtxResourceHandle_t resource), resource)
SIMT_NVTX_DOES(nvtxNameCategoryW, (uint32_t category, const wchar_t *name), category, name)
SIMT_NVTX_DOES(nvtxNameOsThreadW, (uint32_t thread, const wchar_t *name), thread, name)
SIMT_NVTX(nvtxDomainHandle_t, nvtxDomainCreateW, (const wchar_t *name), NULL, name)
SIMT_NVTX(nvtxStringHandle_t, nvtxDomainRegisterStringW,
          (nvtxDomainHandle_t domain, const wchar_t *string), NULL, domain, string)
SIMT_NVTX_DOES(nvtxDomainNameCategoryW,
               (nvtxDomainHandle_t domain, uint32_t category, const wchar_t *name), domain,
               category, name)
SIMT_NVTX_DOES(nvtxNameCudaDeviceW, (int device, const wchar_t *name), device, name)
SIMT_NVTX_DOES(nvtxNameCudaStreamW, (const void *stream, const wchar_t *name), stream, name)
SIMT_NVTX_DOES(nvtxNameCudaEventW, (const void *event, const wchar_t *name), event, name)
SIMT_NVTX_DOES(nvtxNameCuDeviceA, (int device, const char *name), device, name)
SIMT_NVTX_DOES(nvtxNameCuContextA, (const void *context, const char *name), context, name)
SIMT_NVTX_DOES(nvtxNameCuStreamA, (const void *stream, const char *name), stream, name)
SIMT_NVTX_DOES(nvtxNameCuEventA, (const void *event, const char *name), event, name)

/* Locks of the program's own. */
#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxSyncUserAttributes_t))
typedef struct simt_nvtx_lock *nvtxSyncUser_t;
typedef struct nvtxSyncUserAttributes_v0 {
    uint16_t version, size;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxSyncUserAttributes_t;
SIMT_NVTX(nvtxSyncUser_t, nvtxDomainSyncUserCreate,
          (nvtxDomainHandle_t domain, const nvtxSyncUserAttributes_t *attributes), NULL, domain,
          attributes)
SIMT_NVTX_DOES(nvtxDomainSyncUserDestroy, (nvtxSyncUser_t lock), lock)
SIMT_NVTX_DOES(nvtxDomainSyncUserAcquireStart, (nvtxSyncUser_t lock), lock)
SIMT_NVTX_DOES(nvtxDomainSyncUserAcquireFailed, (nvtxSyncUser_t lock), lock)
SIMT_NVTX_DOES(nvtxDomainSyncUserAcquireSuccess, (nvtxSyncUser_t lock), lock)
SIMT_NVTX_DOES(nvtxDomainSyncUserReleasing, (nvtxSyncUser_t lock), lock)
#undef simt_nvtx
#undef SIMT_NVTX_LAST
#undef SIMT_NVTX
#undef SIMT_NVTX_DOES

#define nvtxMark           nvtxMarkA
#define nvtxRangeStart     nvtxRangeStartA
#define nvtxRangePush      nvtxRangePushA
#define nvtxNameCategory   nvtxNameCategoryA
#define nvtxNameOsThread   nvtxNameOsThreadA
#define nvtxDomainCreate   nvtxDomainCreateA
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent  nvtxNameCudaEventA
#define nvtxNameCuDevice   nvtxNameCuDeviceA
#define nvtxNameCuContext  nvtxNameCuContextA
#define nvtxNameCuStream   nvtxNameCuStreamA
#define nvtxNameCuEvent    nvtxNameCuEventA

#endif
