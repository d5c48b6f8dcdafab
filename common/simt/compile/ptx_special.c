/** @file
 *  @brief Inline PTX: the special registers, as C++ expressions of their width. */
#include "ptx.h"

#include <string.h>

static const struct {
    const char *name, *text;
} registers[] = {
    {"tid.x", "simt_self.thread_idx.x"},
    {"tid.y", "simt_self.thread_idx.y"},
    {"tid.z", "simt_self.thread_idx.z"},
    {"ntid.x", "simt_block_dim.x"},
    {"ntid.y", "simt_block_dim.y"},
    {"ntid.z", "simt_block_dim.z"},
    {"ctaid.x", "simt_block_idx.x"},
    {"ctaid.y", "simt_block_idx.y"},
    {"ctaid.z", "simt_block_idx.z"},
    {"nctaid.x", "simt_grid_dim.x"},
    {"nctaid.y", "simt_grid_dim.y"},
    {"nctaid.z", "simt_grid_dim.z"},
    {"laneid", "simt_lane()"},
    {"warpid", "(simt_self.linear / 32)"},
    {"nwarpid", "64u"},
    {"WARP_SZ", "32u"},
    {"lanemask_eq", "(1u << simt_lane())"},
    {"lanemask_lt", "((1u << simt_lane()) - 1)"},
    {"lanemask_le", "(~0u >> (31 - simt_lane()))"},
    {"lanemask_gt", "(~1u << simt_lane())"},
    {"lanemask_ge", "(~0u << simt_lane())"},
    {"smid", "simt_multiprocessor()"},
    {"nsmid", "simt_multiprocessors()"},
    {"clock", "(uint32_t)simt_clock()"},
    {"clock_hi", "(uint32_t)(simt_clock() >> 32)"},
    {"clock64", "(uint64_t)simt_clock()"},
    {"globaltimer", "(uint64_t)simt_clock()"},
    {"globaltimer_lo", "(uint32_t)simt_clock()"},
    {"globaltimer_hi", "(uint32_t)(simt_clock() >> 32)"},
    {"dynamic_smem_size", "simt_dynamic_shared_bytes()"},
    {"is_explicit_cluster", "__clusterDimIsSpecified()"},
    {"clusterid.x", "__clusterIdx().x"},
    {"clusterid.y", "__clusterIdx().y"},
    {"clusterid.z", "__clusterIdx().z"},
    {"nclusterid.x", "__clusterGridDimInClusters().x"},
    {"nclusterid.y", "__clusterGridDimInClusters().y"},
    {"nclusterid.z", "__clusterGridDimInClusters().z"},
    {"cluster_ctaid.x", "__clusterRelativeBlockIdx().x"},
    {"cluster_ctaid.y", "__clusterRelativeBlockIdx().y"},
    {"cluster_ctaid.z", "__clusterRelativeBlockIdx().z"},
    {"cluster_nctaid.x", "__clusterDim().x"},
    {"cluster_nctaid.y", "__clusterDim().y"},
    {"cluster_nctaid.z", "__clusterDim().z"},
    {"cluster_ctarank", "__clusterRelativeBlockRank()"},
    {"cluster_nctarank", "__clusterSizeInBlocks()"},
};

const char *special_register(const char *name) {
    for (size_t i = 0; i < sizeof(registers) / sizeof(*registers); i++)
        if (strcmp(registers[i].name, name) == 0) return registers[i].text;
    return NULL;
}
