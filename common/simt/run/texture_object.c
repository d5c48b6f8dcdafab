/**
 * @file
 * @brief Texture and surface objects: what a program makes, and what a kernel names.
 *
 * An object is a number. Its lower half says where it stands in a table, and the number changes when its place is
 * used again, so a kernel that names an object that was destroyed is told so.
 */
#include "arrays.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLACE_BITS = 16, MOST = 1 << PLACE_BITS, TEXTURE_PITCH = 32, TEXTURE_START = 256 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct simt_texture
    *objects[MOST]; /* never freed, since kernels look here without the mutex */
static unsigned long long numbers;
static int n_objects;

/*
 * What an object reads.
 */
static void set_level(struct simt_texture *t, const struct cudaArray *a) {
    size_t row = a->width * a->element;
    t->level[t->levels++] = (struct simt_image){
        a->start, row, row * a->height, (int)a->width, (int)a->height, (int)a->depth};
}

static int shape_of(const struct cudaArray *a) {
    int layered = a->flags & cudaArrayLayered ? SIMT_LAYERED : 0;
    if (a->flags & cudaArrayCubemap) return SIMT_CUBE | layered;
    if (layered) return (a->extent.height ? SIMT_2D : SIMT_1D) | layered;
    return a->extent.depth ? SIMT_3D : a->extent.height ? SIMT_2D : SIMT_1D;
}

static cudaError_t read_array(struct simt_texture *t, const struct cudaArray *a) {
    if (!a) return cudaErrorInvalidResourceHandle;
    t->format = a->desc;
    t->shape = shape_of(a);
    set_level(t, a);
    return cudaSuccess;
}

static cudaError_t read_mipmap(struct simt_texture *t, const struct cudaMipmappedArray *m) {
    cudaError_t error = m ? read_array(t, &m->level[0]) : cudaErrorInvalidResourceHandle;
    for (unsigned int i = 1; !error && i < m->levels; i++) set_level(t, &m->level[i]);
    return error;
}

static cudaError_t read_linear(struct simt_texture *t, const struct cudaResourceDesc *r) {
    t->format = r->res.linear.desc;
    t->is_linear = true;
    t->shape = SIMT_1D;
    t->levels = 1;
    size_t element = simt_element_bytes(&t->format);
    if (!element) return cudaErrorInvalidChannelDescriptor;
    size_t n = r->res.linear.sizeInBytes / element;
    if (!r->res.linear.devPtr || (uintptr_t)r->res.linear.devPtr % TEXTURE_START || n > 1 << 28)
        return cudaErrorInvalidValue;
    t->level[0] = (struct simt_image){r->res.linear.devPtr, n * element, 0, (int)n, 1, 1};
    return cudaSuccess;
}

static cudaError_t read_pitched(struct simt_texture *t, const struct cudaResourceDesc *r) {
    t->format = r->res.pitch2D.desc;
    t->shape = SIMT_2D;
    t->levels = 1;
    size_t pitch = r->res.pitch2D.pitchInBytes, element = simt_element_bytes(&t->format);
    if (!element) return cudaErrorInvalidChannelDescriptor;
    if (!r->res.pitch2D.devPtr || (uintptr_t)r->res.pitch2D.devPtr % TEXTURE_START ||
        pitch % TEXTURE_PITCH || pitch < r->res.pitch2D.width * element || !r->res.pitch2D.width ||
        !r->res.pitch2D.height)
        return cudaErrorInvalidValue;
    t->level[0] = (struct simt_image){
        r->res.pitch2D.devPtr, pitch, 0, (int)r->res.pitch2D.width, (int)r->res.pitch2D.height, 1};
    return cudaSuccess;
}

static cudaError_t read_resource(struct simt_texture *t, const struct cudaResourceDesc *r) {
    cudaError_t error = cudaErrorInvalidValue;
    t->resource = *r;
    if (r->resType == cudaResourceTypeArray) error = read_array(t, r->res.array.array);
    if (r->resType == cudaResourceTypeMipmappedArray) error = read_mipmap(t, r->res.mipmap.mipmap);
    if (r->resType == cudaResourceTypeLinear) error = read_linear(t, r);
    if (r->resType == cudaResourceTypePitch2D) error = read_pitched(t, r);
    if (error) return error;
    const int bits[] = {t->format.x, t->format.y, t->format.z, t->format.w};
    t->element = (int)simt_element_bytes(&t->format);
    while (t->components < 4 && bits[t->components]) t->components++;
    return cudaSuccess;
}

/*
 * The table.
 */
static cudaError_t add(unsigned long long *object, const struct simt_texture *made) {
    pthread_mutex_lock(&mutex);
    int place = 0;
    while (place < n_objects && objects[place]->handle) place++;
    if (place == n_objects && place < MOST && (objects[place] = calloc(1, sizeof(*made))))
        n_objects++;
    bool fits = place < n_objects;
    if (fits) {
        *objects[place] = *made;
        *object = objects[place]->handle = ++numbers << PLACE_BITS | (unsigned)place;
    }
    pthread_mutex_unlock(&mutex);
    return fits ? cudaSuccess : simt_fail(cudaErrorMemoryAllocation);
}

static struct simt_texture *find(unsigned long long object, bool surface) {
    struct simt_texture *t = object ? objects[object % MOST] : NULL;
    return t && t->handle == object && t->is_surface == surface ? t : NULL;
}

static cudaError_t destroy(unsigned long long object, bool surface) {
    pthread_mutex_lock(&mutex);
    struct simt_texture *t = find(object, surface);
    if (t) t->handle = 0;
    pthread_mutex_unlock(&mutex);
    return t || !object ? simt_enter(false) : simt_fail(cudaErrorInvalidResourceHandle);
}

static const char *name_of(int shape) {
    static const char *const plain[] = {"", "one dimension", "two dimensions", "three dimensions",
                                        "a cubemap"};
    static const char *const layered[] = {"", "layers of one dimension", "layers of two dimensions",
                                          "", "layers of cubemaps"};
    return (shape & SIMT_LAYERED ? layered : plain)[shape & 7];
}

const struct simt_texture *simt_used_object(unsigned long long object, bool surface, int shape,
                                            uintptr_t pc) {
    const struct simt_texture *t = find(object, surface);
    const char *what = surface ? "surface" : "texture";
    if (!t)
        simt_fault_at(cudaErrorLaunchFailure, pc,
                      "Create the object before the launch, and destroy it behind the wait",
                      "names a %s object that does not exist", what);
    if (shape && t->shape != (shape & ~SIMT_GATHER))
        simt_fault_at(cudaErrorLaunchFailure, pc,
                      "Call the function that fits the array or the memory of the object",
                      "reads or writes %s in a %s of %s", name_of(shape & ~SIMT_GATHER), what,
                      name_of(t->shape));
    return t;
}

/*
 * What programs call.
 */
static cudaError_t not_here(const char *what) {
    simt_print("simt: cudaCreateTextureObject: %s not part of the CPU runtime. Leave it out\n",
               what);
    return cudaErrorNotSupported;
}

static cudaError_t check_desc(const struct simt_texture *t,
                              const struct cudaResourceViewDesc *view) {
    const struct cudaTextureDesc *d = &t->desc;
    bool is_float = t->format.f == cudaChannelFormatKindFloat;
    if (d->readMode == cudaReadModeNormalizedFloat && !is_float && t->format.x == 32)
        return cudaErrorInvalidNormSetting;
    if (d->filterMode == cudaFilterModeLinear && !t->is_linear && !is_float &&
        d->readMode == cudaReadModeElementType)
        return cudaErrorInvalidFilterSetting;
    if (view && view->format != cudaResViewFormatNone) return not_here("a view of a resource is");
    if (d->sRGB) return not_here("sRGB is");
    if (d->seamlessCubemap) return not_here("a seamless cubemap is");
    if (d->maxAnisotropy > 1 && t->levels > 1) return not_here("anisotropic filtering is");
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *desc,
                                    const struct cudaResourceViewDesc *view) {
    if (!texture || !resource || !desc) return simt_fail(cudaErrorInvalidValue);
    struct simt_texture t = {.desc = *desc};
    cudaError_t error = read_resource(&t, resource);
    if (!error) error = check_desc(&t, view);
    if (!error) error = simt_enter(false);
    return error ? simt_fail(error) : add(texture, &t);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    return destroy(texture, false);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t texture) {
    const struct simt_texture *t = find(texture, false);
    if (!t || !resource) return simt_fail(cudaErrorInvalidValue);
    *resource = t->resource;
    return simt_enter(false);
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
                                            cudaTextureObject_t texture) {
    const struct simt_texture *t = find(texture, false);
    if (!t || !desc) return simt_fail(cudaErrorInvalidValue);
    *desc = t->desc;
    return simt_enter(false);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const struct cudaResourceDesc *resource) {
    if (!surface || !resource || resource->resType != cudaResourceTypeArray)
        return simt_fail(cudaErrorInvalidValue);
    struct simt_texture t = {.is_surface = true};
    cudaError_t error = read_resource(&t, resource);
    if (!error && !(resource->res.array.array->flags & cudaArraySurfaceLoadStore))
        error = cudaErrorInvalidValue;
    return error ? simt_fail(error) : add(surface, &t);
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return destroy(surface, true);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t surface) {
    const struct simt_texture *t = find(surface, true);
    if (!t || !resource) return simt_fail(cudaErrorInvalidValue);
    *resource = t->resource;
    return simt_enter(false);
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *elements,
                                                 const struct cudaChannelFormatDesc *desc,
                                                 int device) {
    if (!elements || !desc || !simt_element_bytes(desc)) return simt_fail(cudaErrorInvalidValue);
    if (!simt_is_device(device)) return simt_fail(cudaErrorInvalidDevice);
    *elements = (size_t)1 << 28;
    return simt_enter(false);
}
