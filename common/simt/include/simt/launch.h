/**
 * @file
 * @brief Launches, shared memory and symbols: the C++ that the compile driver's output calls.
 *
 * `k<<<g, b>>>(a, b)` arrives here as `simt::kernel(k, "k")[simt::config(g, b)](a, b)`: the argument
 * list stays an argument list, with the kernel's own parameter types, so NULL and {} convert.
 */
#ifndef SIMT_LAUNCH_H
#define SIMT_LAUNCH_H

#include <tuple>
#include <type_traits>
#include <utility>

#include "api.h"
#include "core.h"

namespace simt {

inline simt_config config(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = 0) {
    return simt_config{grid, block, shared_bytes, stream, 0, dim3(0, 0, 0)};
}

/** A device variable in host code: there it is a variable of the host. Constants are the same on both sides. */
template <class T> SIMT_UNSEEN constexpr T &host_copy(T &variable) {
    if constexpr (std::is_const<std::remove_all_extents_t<T>>::value) return variable;
    else return *(T *)simt_host_copy((const void *)&variable, sizeof variable);
}
/** An enumerator of that name, which is no variable. */
template <class T, std::enable_if_t<std::is_enum<T>::value, int> = 0> constexpr T host_copy(T &&number) {
    return number;
}

/** Has a constructor for copies or a destructor, so that the ABI hands over its address. */
template <class P>
constexpr bool is_by_address =
    std::is_class<P>::value &&
    !(std::is_trivially_copy_constructible<P>::value &&
      std::is_trivially_move_constructible<P>::value && std::is_trivially_destructible<P>::value);

/** The bits of an argument, without its constructor and destructor. */
template <class P> struct bits_of {
    alignas(P) char bytes[sizeof(P)];
    SIMT_UNSEEN explicit bits_of(P &argument) {
        __builtin_memcpy(bytes, (const void *)&argument, sizeof argument);
    }
    operator P &() {
        return *reinterpret_cast<P *>(bytes);
    }
};

/**
 * Calls a kernel for one thread. As on a GPU, the thread gets the bits of each argument: constructors
 * and destructors of arguments are the launching code's alone.
 */
template <class... P> struct call_by_bits {
    void (*function)(P...);
    SIMT_UNSEEN void operator()(P &...args) const {
        using called = void (*)(std::conditional_t<is_by_address<P>, P &, P>...);
        ((called)(void *)function)(std::conditional_t<is_by_address<P>, bits_of<P>, P>(args)...);
    }
};

/** Every thread gets its own copy of the arguments, as by-value parameters promise. */
template <class F, class Args> struct packed {
    F function;
    Args args;
    template <size_t... I> SIMT_UNSEEN void call_with(std::index_sequence<I...>) {
        F on_stack = function; /* what a closure holds is a kernel's argument too */
        on_stack(std::get<I>(args)...);
    }
    static void call(void *self) {
        static_cast<packed *>(self)->call_with(
            std::make_index_sequence<std::tuple_size<Args>::value>());
    }
};
template <class F, class Args>
int launch(F function, const char *name, const void *address, const simt_config &config,
           Args args) {
    static_assert(sizeof(Args) <= 32764, "the arguments of a kernel take at most 32,764 bytes. Pass a pointer");
    packed<F, Args> p{function, std::move(args)};
    simt_kernel kernel{name, address, packed<F, Args>::call, sizeof p, nullptr};
    return simt_launch(&kernel, &config, &p);
}

/** The literal 0, handed on by a closure: still what every type can be made of. */
struct zero {
    template <class T> operator T() const {
        return T(0);
    }
};

/** Of a launch in a kernel: a pointer may not lead to what ends with the block. */
template <class P> SIMT_UNSEEN inline void note_argument(const P &argument) {
    if constexpr (std::is_pointer<P>::value && !std::is_function<std::remove_pointer_t<P>>::value)
        simt_pointer_argument((const void *)argument);
    else
        (void)argument;
}

/** A kernel whose parameter types are known. */
template <class... P> struct typed_launch {
    void (*function)(P...);
    const char *name;
    simt_config config;
    void operator()(P... args) const {
        if (simt_launches_host_function((const void *)function, name)) {
            function(args...);
            return;
        }
        (note_argument(args), ...);
        launch(call_by_bits<P...>{function}, name, (const void *)function, config,
               std::tuple<P...>(args...));
    }
};
template <class... P> struct typed_kernel {
    void (*function)(P...);
    const char *name;
    typed_launch<P...> operator[](const simt_config &config) const {
        return {function, name, config};
    }
};
template <class... P> typed_kernel<P...> kernel(void (*function)(P...), const char *name) {
    return {function, name};
}

/** A kernel template whose arguments are deduced at the call. */
template <class F> struct deduced_launch {
    F function;
    const char *name;
    simt_config config;
    template <class... A> void operator()(A... args) const {
        (note_argument(args), ...);
        launch(function, name, nullptr, config, std::tuple<A...>(args...));
    }
};
template <class F> struct deduced_kernel {
    F function;
    const char *name;
    deduced_launch<F> operator[](const simt_config &config) const {
        return {function, name, config};
    }
};
template <class F> deduced_kernel<F> kernel(F function, const char *name) {
    return {function, name};
}

/** The block's dynamic shared memory, as a pointer to whatever the declaration says. */
struct dynamic_shared {
    template <class T> operator T *() const {
        return static_cast<T *>(simt_dynamic_shared());
    }
};

/** First entry of a block into a __shared__ variable's scope. */
template <class T>
SIMT_UNSEEN inline void enter_shared(T &variable, const char *name, uint64_t &entered) {
    static_assert(sizeof(T) > 0, "nvcc takes no __shared__ array of 0 elements");
    if (entered != simt_block_serial)
        simt_shared_enter((void *)&variable, sizeof variable, sizeof(std::remove_all_extents_t<T>),
                          name, &entered);
}

/** The first thing that a kernel with __cluster_dims__ does. */
SIMT_UNSEEN inline void cluster_dims(unsigned x, unsigned y = 1, unsigned z = 1) {
    const dim3 &d = simt_cluster_dim;
    if (__builtin_expect(d.x != x || d.y != y || d.z != z, 0)) simt_other_cluster(x, y, z);
}

/** What a kernel asks first: has the host called it through a pointer, without <<<>>>? No thread runs then. */
SIMT_UNSEEN inline bool is_not_launched(const char *kernel, const void *call, SIMT_SITE_HERE) {
    if (__builtin_expect(simt_block_dim.x != 0, 1)) return false;
    simt_not_launched(kernel, call, SIMT_SITE);
    return true;
}

/** The first thing that a kernel with __launch_bounds__ does. 0 is no bound. */
SIMT_UNSEEN inline void launch_bounds(unsigned threads) {
    if (threads && simt_block_dim.x * simt_block_dim.y * simt_block_dim.z > threads)
        simt_too_many_threads(threads);
}

/** In check builds: stands before an atomic function whose result is not used. */
SIMT_UNSEEN inline void result_unused(int adds_one) {
    simt_result_unused(adds_one);
}

/** In check builds, what stands behind a __shared__ variable and may not be touched. */
template <class T>
constexpr size_t red_items = sizeof(std::remove_all_extents_t<T>) < 1024
                                 ? 1024 / sizeof(std::remove_all_extents_t<T>)
                                 : 1;
constexpr size_t low_items = 16; // as many bytes as a multiple of 16
template <class Low> SIMT_UNSEEN inline void enter_low(Low &zone, uint64_t &entered) {
    simt_shared_low_watched((void *)&zone, sizeof zone, &entered);
}
template <class T, class Red>
SIMT_UNSEEN inline void enter_shared(T &variable, const char *name, uint64_t &entered, Red &zone) {
    static_assert(sizeof(T) > 0, "nvcc takes no __shared__ array of 0 elements");
    simt_shared_enter_watched((void *)&variable, sizeof variable,
                              sizeof(std::remove_all_extents_t<T>), name, &entered, (void *)&zone,
                              sizeof zone);
}

/** A __shared__ variable outside of functions, by two functions that give its address and the zone's. */
template <class T, class Red> struct shared_variable : simt_shared_variable {
    shared_variable(void *(*where)(), void *(*zone)(), const char *name)
        : simt_shared_variable{where,       zone, sizeof(T), sizeof(std::remove_all_extents_t<T>),
                               sizeof(Red), name, nullptr} {
        simt_register_shared(this);
    }
};

/** Calls a kernel with cudaLaunchKernel's array of pointers to arguments. */
template <class... P, size_t... I>
SIMT_UNSEEN inline void call_by_pointers(void (*function)(P...), void **args,
                                         std::index_sequence<I...>) {
    call_by_bits<P...>{function}(*static_cast<P *>(args[I])...);
}
/* A function and its type are two parameters, for C++14 has no `template <auto>`. */
template <class F, F function> struct by_pointers;
template <class... P, void (*function)(P...)> struct by_pointers<void (*)(P...), function> {
    static constexpr size_t sizes[] = {sizeof(P)..., 0, alignof(P)...};
    static void call(void *args) {
        call_by_pointers(function, static_cast<void **>(args), std::index_sequence_for<P...>());
    }
};
#if __cplusplus < 201703L
template <class... P, void (*function)(P...)>
constexpr size_t by_pointers<void (*)(P...), function>::sizes[]; /* C++14 wants a definition */
#else
template <class... P, void (*function)(P...) noexcept>
struct by_pointers<void (*)(P...) noexcept, function> : by_pointers<void (*)(P...), function> {};
#endif
template <class F, F function> struct registered {
    explicit registered(const char *name) {
        simt_register_kernel((const void *)function, name, by_pointers<F, function>::call,
                             by_pointers<F, function>::sizes);
    }
};

/** The same for an instance of a template, whose own code mentions this: known before main begins. */
template <class F, F function, class Name> struct known {
    static const registered<F, function> me;
};
template <class F, F function, class Name> const registered<F, function> known<F, function, Name>::me(Name::text());

/** Makes a __managed__ variable known before main begins. */
struct managed {
    managed(const volatile void *address, size_t bytes) { simt_register_managed((const void *)address, bytes); }
};

/** What NVRTC asks of a name expression: where it lies. A kernel becomes known by that. */
template <class P, P pointer> struct address {
    explicit address(const char *) {}
};
template <class... A, void (*function)(A...)>
struct address<void (*)(A...), function> : registered<void (*)(A...), function> {
    using registered<void (*)(A...), function>::registered;
};
template <class P, P pointer> const void *named(const char *name) {
    address<P, pointer> known(name);
    (void)known;
    return (const void *)pointer;
}

} // namespace simt

/*
 * The API's C++ forms: typed pointers, kernels as functions, symbols by name.
 */
template <class T> inline cudaError_t cudaMalloc(T **d_pointer, size_t bytes) {
    return simt_malloc((void **)d_pointer, bytes);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **d_pointer, size_t bytes, cudaStream_t stream) {
    return simt_malloc_async((void **)d_pointer, bytes, stream);
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **d_pointer, size_t bytes, cudaMemPool_t pool,
                                           cudaStream_t stream) {
    return simt_malloc_from_pool((void **)d_pointer, bytes, pool, stream);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **d_pointer, size_t bytes, cudaMemPool_t pool,
                                   cudaStream_t stream) {
    return simt_malloc_from_pool((void **)d_pointer, bytes, pool, stream);
}
template <class F> inline cudaError_t cudaFuncGetName(const char **name, F *function) {
    return simt_function_name(name, (const void *)function);
}
template <class T>
inline cudaError_t cudaMallocPitch(T **d_pointer, size_t *pitch, size_t width, size_t height) {
    return simt_malloc_pitch((void **)d_pointer, pitch, width, height);
}
template <class T>
inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes,
                                     unsigned flags = cudaMemAttachGlobal) {
    return simt_malloc_managed((void **)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0) {
    return simt_malloc_host((void **)pointer, bytes, flags);
}
inline cudaError_t cudaMallocHost(void **pointer, size_t bytes) { /* with an address of its own */
    return simt_malloc_host(pointer, bytes, 0);
}
template <class T> inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
    return simt_malloc_host((void **)pointer, bytes, flags);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **d_pointer, void *pointer, unsigned flags) {
    return cudaHostGetDevicePointer((void **)d_pointer, pointer, flags);
}
template <class T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t bytes = 0,
                                            unsigned flags = cudaMemAttachSingle) {
    return simt_attach_memory(stream, pointer, bytes, flags);
}

namespace simt {
/** A device's number, or that of the host, as a place; what CUDA took up to release 12. */
inline cudaMemLocation place_of(int device) {
    bool host = device == cudaCpuDeviceId;
    return {host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, host ? 0 : device};
}
} // namespace simt
inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                        cudaStream_t stream = 0) {
    return cudaMemPrefetchAsync(pointer, bytes, simt::place_of(device), 0, stream);
}
inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise advice,
                                 int device) {
    return cudaMemAdvise(pointer, bytes, advice, simt::place_of(device));
}
inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags) {
    return cudaEventCreateWithFlags(event, flags);
}

template <class F> inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F *function) {
    return simt_function_attributes(a, (const void *)function);
}
template <class F>
inline cudaError_t cudaFuncSetAttribute(F *function, cudaFuncAttribute attribute, int value) {
    return simt_function_set((const void *)function, attribute, value);
}
template <class F> inline cudaError_t cudaFuncSetCacheConfig(F *function, cudaFuncCache) {
    cudaFuncAttributes any;
    return simt_function_attributes(&any, (const void *)function);
}
template <class F> inline cudaError_t cudaFuncSetSharedMemConfig(F *function, cudaSharedMemConfig) {
    return cudaFuncSetCacheConfig(function, cudaFuncCachePreferNone);
}
template <class F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F *function,
                                                                 int threads,
                                                                 size_t dynamic_bytes) {
    return simt_occupancy(blocks, (const void *)function, threads, dynamic_bytes);
}
/** Clusters of the launch that the GPU holds at a time; and how many blocks a cluster of the kernel may have. */
template <class F>
inline cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, F *function,
                                                  const cudaLaunchConfig_t *config) {
    return simt_active_clusters(clusters, (const void *)function, config);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, F *function,
                                                        const cudaLaunchConfig_t *config) {
    return simt_largest_clusters(blocks, (const void *)function, config);
}
/** The shared memory of a block, where so many blocks share a multiprocessor. */
template <class F>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, F *function, int blocks,
                                                             int) {
    cudaFuncAttributes any;
    const cudaError_t error = simt_function_attributes(&any, (const void *)function);
    return error ? error : simt_available_shared(bytes, blocks);
}
template <class F>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, F *function, int threads,
                                                       size_t dynamic_bytes, unsigned int) {
    return simt_occupancy(blocks, (const void *)function, threads, dynamic_bytes);
}
/** The largest block that may run: here none has a better occupancy. */
template <class F, class Bytes>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid, int *threads,
                                                                  F *function, Bytes bytes_of,
                                                                  int limit = 0) {
    if (!min_grid || !threads) return cudaErrorInvalidValue;
    *threads = limit > 0 && limit < 1024 ? limit : 1024;
    cudaError_t error =
        simt_occupancy(min_grid, (const void *)function, *threads, bytes_of(*threads));
    cudaDeviceProp prop;
    if (error == cudaSuccess) error = cudaGetDeviceProperties(&prop, 0);
    if (error == cudaSuccess) *min_grid *= prop.multiProcessorCount;
    return error;
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *threads, F *function,
                                                      size_t dynamic_bytes = 0, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, threads, function, [=](int) { return dynamic_bytes; }, limit);
}
template <class F, class Bytes>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *min_grid, int *threads, F *function,
                                                                           Bytes bytes_of, int limit = 0,
                                                                           unsigned int = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, threads, function, bytes_of, limit);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid, int *threads,
                                                               F *function,
                                                               size_t dynamic_bytes = 0,
                                                               int limit = 0, unsigned int = 0) {
    return cudaOccupancyMaxPotentialBlockSize(min_grid, threads, function, dynamic_bytes, limit);
}

template <class F>
inline cudaError_t cudaLaunchKernel(F *function, dim3 grid, dim3 block, void **args,
                                    size_t shared_bytes = 0, cudaStream_t stream = 0) {
    return simt_launch_by_address((const void *)function, grid, block, args, shared_bytes, stream,
                                  0);
}
template <class F>
inline cudaError_t cudaLaunchCooperativeKernel(F *function, dim3 grid, dim3 block, void **args,
                                               size_t shared_bytes = 0, cudaStream_t stream = 0) {
    return simt_launch_by_address((const void *)function, grid, block, args, shared_bytes, stream,
                                  1);
}

template <class... P, class... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...),
                                      A &&...a) {
    return [&](P... p) {
        void *args[sizeof...(P) + 1] = {(void *)&p...};
        return cudaLaunchKernelExC(config, (const void *)kernel, args);
    }(std::forward<A>(a)...);
}

template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return simt_copy_symbol((void *)&symbol, sizeof symbol, (void *)from, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return simt_copy_symbol((void *)&symbol, sizeof symbol, to, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind,
                                           cudaStream_t stream = 0) {
    return simt_copy_symbol_async((void *)&symbol, sizeof symbol, (void *)from, bytes, offset, kind,
                                  stream);
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return simt_copy_symbol_async((void *)&symbol, sizeof symbol, to, bytes, offset, kind, stream);
}
template <class F> inline cudaError_t cudaGetKernel(cudaKernel_t *kernel, F *symbol) {
    return cudaGetKernel(kernel, (const void *)symbol);
}
template <class T> inline cudaError_t cudaGetSymbolAddress(void **d_pointer, const T &symbol) {
    *d_pointer = simt_symbol(&symbol);
    simt_register_symbol(*d_pointer, sizeof symbol);
    return cudaSuccess;
}
template <class T> inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
    *bytes = sizeof symbol;
    return cudaSuccess;
}

/* Of C: the address of a symbol, whose size nobody knows here. */
inline cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return simt_copy_symbol((void *)symbol, offset + bytes, (void *)from, bytes, offset, kind);
}
inline cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return simt_copy_symbol((void *)symbol, offset + bytes, to, bytes, offset, kind);
}
inline cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                           cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return simt_copy_symbol_async((void *)symbol, offset + bytes, (void *)from, bytes, offset, kind, stream);
}
inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind, cudaStream_t stream = 0) {
    return simt_copy_symbol_async((void *)symbol, offset + bytes, to, bytes, offset, kind, stream);
}
inline cudaError_t cudaGetSymbolAddress(void **d_pointer, const void *symbol) {
    *d_pointer = simt_symbol(symbol);
    return cudaSuccess;
}

#endif
