/**
 * @file
 * @brief CUDA arrays, textures, and copies of boxes of bytes.
 */
#ifndef SIMT_ARRAYS_H
#define SIMT_ARRAYS_H

#include "internal.h"

/* copy.c: boxes of bytes, whose rows and slices lie so far apart. The arguments are checked as those of cudaMemcpy2D
 * are; waits: it is no Async call. */
struct simt_box {
    void *start;
    size_t pitch, slice;
};
cudaError_t simt_copy_box(const struct simt_box *to, const struct simt_box *from, size_t width,
                          size_t height, size_t depth, enum cudaMemcpyKind kind,
                          cudaStream_t stream, bool waits);
cudaError_t simt_fill_box(const struct simt_box *to, int value, size_t width, size_t height,
                          size_t depth, cudaStream_t stream, bool waits);
/* The same for rows of units of 1, 2 or 4 bytes, of which each gets the value. */
cudaError_t simt_fill_units(void *start, size_t pitch, unsigned int value, unsigned int unit,
                            size_t width, size_t height, cudaStream_t stream);

/* array.c: elements of device memory, row by row without gaps. Of layers and faces each is a slice. */
struct cudaArray {
    struct cudaChannelFormatDesc desc;
    struct cudaExtent extent; /* as it was asked for */
    unsigned int flags;
    size_t element, width, height, depth; /* bytes; and none of the others is 0 */
    char *start;
    struct cudaMipmappedArray *mipmap; /* that it is a level of */
    struct cudaArray *next;            /* in the list of those that live */
};
struct cudaMipmappedArray {
    struct cudaChannelFormatDesc desc;
    unsigned int levels;
    struct cudaArray level[16];
};
/* Does the pointer, which should be memory, name an array or a level of one? Any thread may ask. */
bool simt_is_array(const void *pointer);
/* Bytes of an element; 0: no element is like that. */
size_t simt_element_bytes(const struct cudaChannelFormatDesc *desc);

/* texture_object.c: what a texture or a surface reads. */
struct simt_image { /* of one mipmap level */
    char *start;
    size_t pitch, slice;
    int width, height, depth;
};
struct simt_texture {
    unsigned long long handle; /* 0: destroyed */
    bool is_surface, is_linear;
    int shape; /* enum simt_shape */
    struct cudaChannelFormatDesc format;
    int element, components; /* bytes of an element, and of how many it consists */
    int levels;
    struct simt_image level[16];
    struct cudaResourceDesc resource;
    struct cudaTextureDesc desc;
};
/* The object that a kernel names at pc; ends the kernel where it is none, or not of that shape (0: of any). */
const struct simt_texture *simt_used_object(unsigned long long object, bool surface, int shape,
                                            uintptr_t pc);

#endif
