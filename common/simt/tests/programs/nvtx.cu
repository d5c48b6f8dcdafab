// NVTX marks what tools show: ranges, names, locks, and a pool whose pieces are told as regions. The answers stay.
#include <cstdio>
#include <cwchar>

#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExtMem.h>
#include <nvtx3/nvToolsExtMemCudaRt.h>
#include <nvtx3/nvToolsExtSync.h>

enum { WORDS = 256, PIECES = 4 };
typedef nvtxEventAttributes_v2::payload_t payload; // as nvtx3.hpp has it
static_assert(sizeof(payload) == 8);

__global__ void fill(int *words, int value) {
    words[threadIdx.x] = value;
}

static nvtxMemHeapHandle_t register_pool(nvtxDomainHandle_t domain, const int *d_pool) {
    nvtxMemVirtualRangeDesc_t range = {};
    range.size = PIECES * WORDS * sizeof(int);
    range.ptr = d_pool;
    nvtxMemHeapDesc_t heap = {};
    heap.extCompatID = NVTX_EXT_COMPATID_MEM;
    heap.structSize = sizeof heap;
    heap.usage = NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR;
    heap.type = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
    heap.typeSpecificDescSize = sizeof range;
    heap.typeSpecificDesc = &range;
    return nvtxMemHeapRegister(domain, &heap);
}

static void register_piece(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap,
                           const int *d_piece) {
    nvtxMemVirtualRangeDesc_t range = {};
    range.size = WORDS * sizeof(int);
    range.ptr = d_piece;
    nvtxMemRegionHandle_t region = nullptr;
    nvtxMemRegionsRegisterBatch_t batch = {};
    batch.extCompatID = NVTX_EXT_COMPATID_MEM;
    batch.structSize = sizeof batch;
    batch.regionType = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
    batch.heap = heap;
    batch.regionCount = 1;
    batch.regionDescElementSize = sizeof range;
    batch.regionDescElements = &range;
    batch.regionHandleElementsOut = &region;
    nvtxMemRegionsRegister(domain, &batch);
}

static void remove_piece(nvtxDomainHandle_t domain, const int *d_piece) {
    nvtxMemRegionRef_t piece;
    piece.pointer = d_piece;
    nvtxMemRegionsUnregisterBatch_t batch = {};
    batch.extCompatID = NVTX_EXT_COMPATID_MEM;
    batch.structSize = sizeof batch;
    batch.refType = NVTX_MEM_REGION_REF_TYPE_POINTER;
    batch.refCount = 1;
    batch.refElementSize = sizeof piece;
    batch.refElements = &piece;
    nvtxMemRegionsUnregister(domain, &batch);
}

int main() {
    nvtxDomainHandle_t domain = nvtxDomainCreateW(L"pool");
    nvtxNameCategoryW(1, L"pieces");
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    nvtxNameCudaStreamW(stream, L"fills");
    nvtxSyncUserAttributes_t lock_is = {};
    lock_is.version = NVTX_VERSION;
    lock_is.size = NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE;
    nvtxSyncUser_t lock = nvtxDomainSyncUserCreate(domain, &lock_is);
    int *d_pool, words[PIECES * WORDS], wrong = 0;
    cudaMalloc(&d_pool, sizeof words);
    nvtxMemHeapHandle_t heap = register_pool(domain, d_pool);
    for (int i = 0; i < PIECES; i++) {
        nvtxRangePushA("piece");
        nvtxDomainSyncUserAcquireStart(lock);
        nvtxDomainSyncUserAcquireSuccess(lock);
        register_piece(domain, heap, d_pool + i * WORDS);
        fill<<<1, WORDS, 0, stream>>>(d_pool + i * WORDS, i);
        remove_piece(domain, d_pool + i * WORDS);
        nvtxDomainSyncUserReleasing(lock);
        nvtxRangePop();
    }
    nvtxMemHeapUnregister(domain, heap);
    cudaMemcpyAsync(words, d_pool, sizeof words, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < PIECES * WORDS; i++) wrong += words[i] != i / WORDS;
    nvtxDomainSyncUserDestroy(lock);
    nvtxDomainDestroy(domain);
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
