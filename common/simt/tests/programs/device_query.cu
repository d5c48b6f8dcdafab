/**
 * @file
 * @brief What a program prints of a device, and each property a second time as an attribute.
 */
#include <cstdio>

static int failures;

static void same(const char *name, long long property, cudaDeviceAttr attribute) {
    int value = -1;
    cudaError_t error = cudaDeviceGetAttribute(&value, attribute, 0);
    if (error == cudaSuccess && value == property) return;
    printf("FAIL: %s is %lld, and as an attribute %d\n", name, property, value);
    failures++;
}
#define SAME(field, attribute) same(#field, (long long)p.field, cudaDevAttr##attribute)

int main() {
    cudaDeviceProp p;
    int devices = 0, driver = 0, runtime = 0, value;
    char bus[32];
    if (cudaGetDeviceCount(&devices) || devices < 1 || cudaGetDeviceProperties(&p, 0)) return 1;
    if (cudaDriverGetVersion(&driver) || cudaRuntimeGetVersion(&runtime)) return 1;
    printf("%s, compute capability %d.%d, CUDA %d.%d\n", p.name, p.major, p.minor, runtime / 1000,
           runtime % 1000 / 10);
    printf("textures up to %d, %d by %d, %d by %d by %d\n", p.maxTexture1D, p.maxTexture2D[0],
           p.maxTexture2D[1], p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2]);
    printf("layers: %d of %d, %d of %d by %d\n", p.maxTexture1DLayered[1], p.maxTexture1DLayered[0],
           p.maxTexture2DLayered[2], p.maxTexture2DLayered[0], p.maxTexture2DLayered[1]);
    SAME(major, ComputeCapabilityMajor);
    SAME(minor, ComputeCapabilityMinor);
    SAME(multiProcessorCount, MultiProcessorCount);
    SAME(warpSize, WarpSize);
    SAME(maxThreadsPerBlock, MaxThreadsPerBlock);
    SAME(maxThreadsDim[2], MaxBlockDimZ);
    SAME(maxGridSize[1], MaxGridDimY);
    SAME(sharedMemPerBlock, MaxSharedMemoryPerBlock);
    SAME(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
    SAME(totalConstMem, TotalConstantMemory);
    SAME(regsPerBlock, MaxRegistersPerBlock);
    SAME(memPitch, MaxPitch);
    SAME(textureAlignment, TextureAlignment);
    SAME(texturePitchAlignment, TexturePitchAlignment);
    SAME(maxTexture1D, MaxTexture1DWidth);
    SAME(maxTexture2D[1], MaxTexture2DHeight);
    SAME(maxTexture3D[2], MaxTexture3DDepth);
    SAME(maxTexture2DLayered[2], MaxTexture2DLayeredLayers);
    SAME(maxTextureCubemap, MaxTextureCubemapWidth);
    SAME(maxSurface2D[0], MaxSurface2DWidth);
    SAME(l2CacheSize, L2CacheSize);
    SAME(persistingL2CacheMaxSize, MaxPersistingL2CacheSize);
    SAME(accessPolicyMaxWindowSize, MaxAccessPolicyWindowSize);
    SAME(unifiedAddressing, UnifiedAddressing);
    SAME(managedMemory, ManagedMemory);
    SAME(concurrentManagedAccess, ConcurrentManagedAccess);
    SAME(pageableMemoryAccess, PageableMemoryAccess);
    SAME(cooperativeLaunch, CooperativeLaunch);
    SAME(memoryPoolsSupported, MemoryPoolsSupported);
    SAME(asyncEngineCount, AsyncEngineCount);
    SAME(streamPrioritiesSupported, StreamPrioritiesSupported);
    SAME(ECCEnabled, EccEnabled);
    SAME(hostRegisterSupported, HostRegisterSupported);

    int least, greatest;
    if (cudaDeviceGetStreamPriorityRange(&least, &greatest) || least < greatest) failures++;
    if (cudaDeviceGetPCIBusId(bus, sizeof bus, 0) || cudaDeviceGetByPCIBusId(&value, bus) || value)
        failures++;
    cudaFuncCache config;
    if (cudaDeviceSetCacheConfig(cudaFuncCachePreferL1) || cudaDeviceGetCacheConfig(&config))
        failures++;
    puts(failures ? "FAIL" : "PASS");
}
