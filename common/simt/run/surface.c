/**
 * @file
 * @brief Reads and writes of surfaces: elements of CUDA arrays, by their place in bytes.
 */
#include "arrays.h"

#include <string.h>

#define HERE ((uintptr_t)__builtin_return_address(0) - 1)

static int clamp(int i, int most) {
    return i < 0 ? 0 : i > most ? most : i;
}

static char *place(cudaSurfaceObject_t surface, int shape, int bytes, int x, int y, int z,
                   enum cudaSurfaceBoundaryMode mode, uintptr_t pc) {
    const struct simt_texture *t = simt_used_object(surface, true, shape, pc);
    const struct simt_image *m = &t->level[0];
    if (shape & SIMT_LAYERED) z &= 0xffff; /* an H200 looks at no more bits of a layer's number */
    const char *remedy = "Pass x in bytes: the index times the size of the element";
    if (bytes > t->element)
        simt_fault_at(cudaErrorIllegalAddress, pc, remedy,
                      "accesses %d bytes of a surface whose elements "
                      "have %d",
                      bytes, t->element);
    if (x % bytes)
        simt_fault_at(cudaErrorMisalignedAddress, pc, remedy,
                      "accesses a surface at x = %d, which is no multiple of "
                      "the %d bytes of the access",
                      x, bytes);
    int row = m->width * t->element;
    bool inside = x >= 0 && x <= row - bytes && y >= 0 && y < m->height && z >= 0 && z < m->depth;
    if (!inside && mode == cudaBoundaryModeTrap)
        simt_fault_at(cudaErrorIllegalAddress, pc, "Test the index, or pass cudaBoundaryModeZero",
                      "accesses a surface of %d bytes by %d by %d at x = %d, y = %d, z = %d", row,
                      m->height, m->depth, x, y, z);
    if (!inside && mode == cudaBoundaryModeZero) return NULL;
    x = clamp(x, row - bytes);
    return m->start + (size_t)clamp(z, m->depth - 1) * m->slice +
           (size_t)clamp(y, m->height - 1) * m->pitch + (size_t)x;
}

struct simt_texel simt_surface_read(cudaSurfaceObject_t surface, int shape, int bytes, int x, int y,
                                    int z, enum cudaSurfaceBoundaryMode mode) {
    struct simt_texel value = {{0, 0, 0, 0}};
    const char *at = place(surface, shape, bytes, x, y, z, mode, HERE);
    if (at && simt_check) simt_check->texel(at, (size_t)bytes, false, HERE);
    if (at) memcpy(&value, at, (size_t)bytes);
    return value;
}

void simt_surface_write(cudaSurfaceObject_t surface, int shape, int bytes, struct simt_texel value,
                        int x, int y, int z, enum cudaSurfaceBoundaryMode mode) {
    char *at = place(surface, shape, bytes, x, y, z, mode, HERE);
    if (at && simt_check) simt_check->texel(at, (size_t)bytes, true, HERE);
    if (at) memcpy(at, &value, (size_t)bytes);
}
