#include <cub/device/device_radix_sort.cuh>
#include <cstdio>
#include <cstring>
#include <vector>
#include <algorithm>
#include "common/sort/device/reference.h"
#include "common/hash64.h"
__device__ uint64_t rnd(uint64_t seed, uint64_t i) { return mix64(mix64(seed + MIX_STEP) + i * MIX_STEP); }
__device__ float uni(uint64_t r) { return ((r >> 40) + 0.5f) / 16777216.f; }
__device__ float gauss(uint64_t r) { float u = uni(r), v = uni(r << 24); return sqrtf(-2 * logf(u)) * cospif(2 * v); }
const char *names[] = {"uniform", "gaussian f32", "exponential f32", "log-normal f32", "uniform f32", "depth f32", "text 4 letters", "prices", "ages", "addresses", "zipf 1", "AND 2", "AND 3", "1M evenly", "64M evenly", "4K values", "sorted", "nearly sorted", "sorted runs 1000", "saw tooth", "blocks of equal", "all equal", "2 distinct", "low 16", "90% hot", "bit-reversed", "timestamps", "morton", "AND 5"};
enum { DISTS = sizeof(names) / sizeof(*names) };
__global__ void fill(uint32_t *k, size_t n, int d, uint64_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint64_t r = rnd(seed, i); uint32_t w = r >> 32, x = w;
        switch (d) {
        case 1: x = __float_as_uint(gauss(r)); break;
        case 2: x = __float_as_uint(-logf(uni(r))); break;
        case 3: x = __float_as_uint(expf(gauss(r))); break;
        case 4: x = __float_as_uint(uni(r)); break;
        case 5: x = __float_as_uint(1 - 0.1f / (0.1f + 100 * uni(r))); break;
        case 6: { const char *l = "etaoinshrdlcumwfgypbvkjxqz"; uint32_t y = 0; uint64_t q = r; for (int j = 0; j < 4; j++) { float u = uni(rnd(q, j)); y = y << 8 | (uint8_t)l[(int)(26 * u * u)]; } x = y; break; }
        case 7: x = (uint32_t)(100 * expf(2 + gauss(r))); break;
        case 8: x = (w % 60 + r % 41); break;
        case 9: x = 0x0a000000 + (uint32_t)(rnd(7, w % 200) % 65536) * 256 + r % 256; break;
        case 10: x = rnd(5, (uint64_t)powf(1 << 20, uni(r))) >> 32; break;
        case 11: x = w & (uint32_t)r; break;
        case 12: x = w & (uint32_t)r & (uint32_t)rnd(seed + 1, i); break;
        case 13: x = rnd(9, w % (1 << 20)) >> 32; break;
        case 14: x = rnd(9, w % (1 << 26)) >> 32; break;
        case 15: x = rnd(9, w % 4096) >> 32; break;
        case 16: x = (uint32_t)(i * 4294967296. / n); break;
        case 17: x = (uint32_t)(i * 4294967296. / n) + (w < 43000000 ? (uint32_t)r : 0); break;
        case 18: x = (uint32_t)(((double)(i % 1000) + uni(rnd(seed, i / 1000))) / 1001 * 4294967296.); break;
        case 19: x = (uint32_t)(i % 1000003 * 4294.9); break;
        case 20: x = rnd(seed, i / 1000) >> 32; break;
        case 21: x = 77; break;
        case 22: x = w & 1 ? 77 : 0x80000001; break;
        case 23: x = w & 65535; break;
        case 24: x = w % 10 ? (w & 0xffffff) : (uint32_t)r; break;
        case 25: x = __brev((uint32_t)i); break;
        case 26: x = 1700000000u + (uint32_t)(i / 3000) + w % 60; break;
        case 27: { uint32_t a = 32768 * (0.5f + 0.1f * gauss(r)), b = 32768 * (0.5f + 0.1f * gauss(rnd(seed + 3, i))); x = 0; for (int j = 0; j < 16; j++) x |= (a >> j & 1) << 2 * j | (b >> j & 1) << (2 * j + 1); break; }
        case 28: x = w & (uint32_t)r & (uint32_t)rnd(seed + 1, i) & (uint32_t)(rnd(seed + 1, i) >> 32) & (uint32_t)rnd(seed + 2, i); break;
        }
        k[i] = x;
    }
}
__global__ void differ(const uint32_t *a, const uint32_t *b, size_t n, unsigned long long *bad) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) if (a[i] != b[i]) atomicAdd(bad, 1);
}
__global__ void check(const uint32_t *a, const uint32_t *b, size_t n, key_order o, unsigned long long *r) {
    unsigned long long bad = 0, h = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        if (i > 0 && order_encode(b[i], o) < order_encode(b[i - 1], o)) bad++;
        h += mix64(a[i] + 77) - mix64(b[i] + 77);
    }
    if (bad) atomicAdd(r, bad);
    atomicAdd(r + 1, h);
}
template <class F> float timed(F f, int reps) {
    cudaEvent_t a, b; cudaEventCreate(&a), cudaEventCreate(&b); std::vector<float> t;
    for (int i = 0; i < reps + 1; i++) { cudaEventRecord(a); f(); cudaEventRecord(b); CU(cudaEventSynchronize(b)); float ms; cudaEventElapsedTime(&ms, a, b); if (i) t.push_back(ms); }
    std::sort(t.begin(), t.end()); return t[t.size() / 2];
}
int main(int argc, char **argv) {
    int reps = argc > 2 ? atoi(argv[2]) : 5, only = argc > 3 ? atoi(argv[3]) : -1;
    size_t n = strchr(argv[1], '+') ? ((size_t)1 << atoi(argv[1])) + 12345 : (size_t)1 << atoi(argv[1]);
    uint32_t *in, *out, *ref; unsigned long long *r;
    CU(cudaMalloc(&in, n * 4)); CU(cudaMalloc(&out, n * 4)); CU(cudaMalloc(&ref, n * 4)); CU(cudaMallocManaged(&r, 16));
    size_t cb = 0, cb2 = 0; cub::DeviceRadixSort::SortKeys(NULL, cb, in, ref, n); cub::DeviceRadixSort::SortKeys(NULL, cb2, in, ref, (int)n);
    size_t fb = form_bytes(n, true); size_t all = std::max(std::max(cb, cb2), fb); char *t2; CU(cudaMalloc(&t2, all));
    cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); printf("%s n=%zu temp %.2f n\n", p.name, n, fb / 4. / n);
    double g = 0, worst = 9; int c = 0;
    for (int d = 0; d < DISTS; d++) {
        if (only >= 0 && d != only) continue;
        fill<<<4096, 256>>>(in, n, d, 1234 + d); CU(cudaDeviceSynchronize());
        key_order order = strstr(names[d], "f32") ? KEY_F32 : KEY_U32;
        float tc = std::min(timed([&] { cub::DeviceRadixSort::SortKeys(t2, all, in, ref, n); }, reps), timed([&] { cub::DeviceRadixSort::SortKeys(t2, all, in, ref, (int)n); }, reps));
        cudaMemset(out, 0xee, n * 4);
        float t = timed([&] { sort_words(in, out, n, order, t2, all, 0); }, reps);
        char told[200] = "";
#ifdef NEW
        { struct pieces pp = {t2, 0}; struct sampled q = lay_out_sampled(n, &pp); struct sample_notes s; struct notes nt; struct digit_rule rule;
          cudaMemcpy(&s, q.notes, sizeof s, cudaMemcpyDeviceToHost), cudaMemcpy(&nt, q.t.notes, sizeof nt, cudaMemcpyDeviceToHost), cudaMemcpy(&rule, q.rule_1, sizeof rule, cudaMemcpyDeviceToHost);
          if (n >= FAST_SAMPLED_ITEMS) sprintf(told, "misled %u%u%u%u kind %u digits %u spaces %.2f jobs %u small %u repeats %u medium %u valued %u split %u/%u", s.misled[0], s.misled[1], s.misled[2], s.misled[3], rule.kind, rule.n, s.spaces / (double)n, s.n_jobs, nt.n_small, nt.n_repeats, nt.n_medium, nt.n_valued, (unsigned)(nt.segments[0] >> SEGMENT_SHIFT), (unsigned)nt.segments[0]); }
#endif
        r[0] = r[1] = 0; check<<<4096, 256>>>(in, out, n, order, r); CU(cudaDeviceSynchronize());
        printf("%-18s %8.4f %8.4f %5.2f %s %s\n", names[d], tc, t, tc / t, r[0] || r[1] ? "BAD" : "", told);
        g += log(tc / t), c++, worst = std::min(worst, (double)tc / t);
    }
    printf("geometric mean %.3f worst %.2f\n", exp(g / c), worst);
}
