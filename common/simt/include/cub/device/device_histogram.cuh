/**
 * @file
 * @brief cub::DeviceHistogram: bins of one width, or between given levels, of one channel or several.
 */
#ifndef SIMT_CUB_DEVICE_HISTOGRAM
#define SIMT_CUB_DEVICE_HISTOGRAM

#include "../thread/thread_search.cuh"
#include "device_call.cuh"

namespace cub {

class DeviceHistogram {
    /** A channel's bins of one width: `levels` limits between lower and upper. */
    template <class Level> struct even_bins {
        int levels;
        Level lower, upper;
        template <class Sample> int operator()(Sample sample) const {
            typedef std::common_type_t<Level, Sample> C;
            C s = (C)sample, low = (C)lower, high = (C)upper;
            if (!(s >= low && s < high)) return -1;
            if constexpr (std::is_floating_point<C>::value)
                return (int)((s - low) * ((C)(levels - 1) / (high - low)));
            else
                return (int)((uint64_t)(s - low) * (uint64_t)(levels - 1) / (uint64_t)(high - low));
        }
    };
    /** Bins between limits in memory of the device. */
    template <class Level> struct ranges {
        int levels;
        const Level *limits;
        template <class Sample> int operator()(Sample sample) const {
            int bin = UpperBound(limits, levels, (Level)sample) - 1;
            return bin < levels - 1 ? bin : -1;
        }
    };
    template <class Counter, int ACTIVE> struct bins_of { Counter *counts[ACTIVE]; };
    template <class Bins, int ACTIVE> struct rules_of { Bins bins[ACTIVE]; };

    template <int CHANNELS, int ACTIVE, class Samples, class Counter, class Bins, class Size>
    static cudaError_t count(const char *name, void *d_temp, size_t &bytes, Samples samples,
                             bins_of<Counter, ACTIVE> to, rules_of<Bins, ACTIVE> rules, Size columns, Size rows,
                             size_t row_bytes, cudaStream_t stream) {
        auto all = [=]() mutable {
            for (int c = 0; c < ACTIVE; c++)
                for (int b = 0; b < rules.bins[c].levels - 1; b++) to.counts[c][b] = 0;
            for (Size row = 0; row < rows; row++)
                for (Size i = 0; i < columns; i++)
                    for (int c = 0; c < ACTIVE; c++) {
                        auto at = (size_t)row * (row_bytes / sizeof(value_of<Samples>)) + (size_t)i * CHANNELS + c;
                        int bin = rules.bins[c]((value_of<Samples>)samples[at]);
                        if (bin >= 0) to.counts[c][bin]++;
                    }
        };
        return device_call(d_temp, bytes, bytes_of_tiles((long long)columns * rows), name, stream, all);
    }

  public:
    template <class Samples, class Counter, class Level, class Size>
    static cudaError_t HistogramEven(void *d_temp, size_t &bytes, Samples samples, Counter *histogram, int levels,
                                     Level lower, Level upper, Size n, cudaStream_t stream = 0, bool = false) {
        return HistogramEven(d_temp, bytes, samples, histogram, levels, lower, upper, n, (Size)1,
                             (size_t)n * sizeof(value_of<Samples>), stream);
    }
    template <class Samples, class Counter, class Level, class Size>
    static cudaError_t HistogramEven(void *d_temp, size_t &bytes, Samples samples, Counter *histogram, int levels,
                                     Level lower, Level upper, Size columns, Size rows, size_t row_bytes,
                                     cudaStream_t stream = 0, bool = false) {
        rules_of<even_bins<Level>, 1> rules = {{{levels, lower, upper}}};
        return count<1, 1>("cub::DeviceHistogram::HistogramEven", d_temp, bytes, samples,
                           bins_of<Counter, 1>{{histogram}}, rules, columns, rows, row_bytes, stream);
    }
    template <class Samples, class Counter, class Level, class Size>
    static cudaError_t HistogramRange(void *d_temp, size_t &bytes, Samples samples, Counter *histogram, int levels,
                                      const Level *d_levels, Size n, cudaStream_t stream = 0, bool = false) {
        rules_of<ranges<Level>, 1> rules = {{{levels, d_levels}}};
        return count<1, 1>("cub::DeviceHistogram::HistogramRange", d_temp, bytes, samples,
                           bins_of<Counter, 1>{{histogram}}, rules, n, (Size)1, 0, stream);
    }
    template <int CHANNELS, int ACTIVE, class Samples, class Counter, class Level, class Size>
    static cudaError_t MultiHistogramEven(void *d_temp, size_t &bytes, Samples samples, Counter *histograms[ACTIVE],
                                          const int levels[ACTIVE], const Level lower[ACTIVE],
                                          const Level upper[ACTIVE], Size pixels, cudaStream_t stream = 0,
                                          bool = false) {
        rules_of<even_bins<Level>, ACTIVE> rules;
        bins_of<Counter, ACTIVE> to;
        for (int c = 0; c < ACTIVE; c++) rules.bins[c] = {levels[c], lower[c], upper[c]}, to.counts[c] = histograms[c];
        return count<CHANNELS, ACTIVE>("cub::DeviceHistogram::MultiHistogramEven", d_temp, bytes, samples, to, rules,
                                       pixels, (Size)1, 0, stream);
    }
    template <int CHANNELS, int ACTIVE, class Samples, class Counter, class Level, class Size>
    static cudaError_t MultiHistogramRange(void *d_temp, size_t &bytes, Samples samples, Counter *histograms[ACTIVE],
                                           const int levels[ACTIVE], const Level *const d_levels[ACTIVE], Size pixels,
                                           cudaStream_t stream = 0, bool = false) {
        rules_of<ranges<Level>, ACTIVE> rules;
        bins_of<Counter, ACTIVE> to;
        for (int c = 0; c < ACTIVE; c++) rules.bins[c] = {levels[c], d_levels[c]}, to.counts[c] = histograms[c];
        return count<CHANNELS, ACTIVE>("cub::DeviceHistogram::MultiHistogramRange", d_temp, bytes, samples, to, rules,
                                       pixels, (Size)1, 0, stream);
    }
};

} // namespace cub

#endif
