#!/bin/sh
# simtcc --page writes the pages that labs have for any program, of the kernel, launch and block that are chosen.
set -u
. "$(dirname "$0")/../../../common/tests/promise.sh"
cat >"$work/own <b>.cu" <<'E'
__global__ void twice(int *d_data) { d_data[blockIdx.x * 32 + threadIdx.x] *= 2; }
template <int N> __global__ void turn(int *d_data) {
    __shared__ int s[N];
    s[threadIdx.x] = d_data[threadIdx.x];
    __syncthreads();
    d_data[threadIdx.x] = s[N - 1 - threadIdx.x];
}
int main(void) {
    int *d_data;
    cudaMalloc(&d_data, 64 * sizeof(int));
    cudaMemset(d_data, 0, 64 * sizeof(int));
    for (int i = 0; i < 3; i++) {
        twice<<<2, 32>>>(d_data);
        turn<32><<<1, 32>>>(d_data);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
E
# page TOOL OPTIONS: its data as JSON, in $work/json
page() {
    tool=$1
    shift
    rm -f "$work/page.html"
    (cd "$work" && "$top/common/simt/simtcc" --tool="$tool" --page=page.html "$@" -run -o own 'own <b>.cu') \
        >"$work/out" 2>&1 &&
        tr '\n' ' ' <"$work/page.html" | sed 's/.*<script type="application\/json" id="run">//; s/<\/script>.*//' \
            >"$work/json" && [ -s "$work/json" ]
}
# Names and numbers of the page's data, as JavaScript sees them
has() { ! command -v node >/dev/null || node -e '
    const d = JSON.parse(require("fs").readFileSync(process.argv[1])), r = d.run
    if (!eval(process.argv[2])) { console.log(JSON.stringify(d).slice(0, 900)); process.exit(1) }' "$work/json" "$1" \
    >>"$work/out" 2>&1; }

page trace && has 'd.title === "own <b>.cu" && r.trace.launches.length === 6 && r.trace.accesses === 3 * 256 &&
    r.source.includes("__global__ void twice")'
report "a trace of all launches, with the source" $? "$work/out"
page trace --kernel=twice && has 'r.trace.launches.length === 3 && r.trace.accesses === 3 * 128' &&
    page trace --kernel=twice --launch=2 && has 'r.trace.launches.length === 1 && r.trace.accesses === 128' &&
    page trace --kernel=twice --launch 2 --block 1 && has 'r.trace.launches.length === 1 && r.trace.accesses === 64'
report "a trace of one kernel, of one launch, of one block" $? "$work/out"
page profile && has 'r.kernels.length === 2 && r.kernels[0].launches === 3 && d.lab === ""' &&
    page profile --kernel=twice && has 'r.kernels.length === 1 && r.kernels[0].name === "twice"'
report "a profile of all kernels, or of one" $? "$work/out"
! grep -q '<b>' "$work/json"
report "nothing of a program ends the page's script" $? "$work/json"
(cd "$work" && SIMT_WEB=/nowhere SIMT_PAGE=page.html ./own >out 2>&1 &&
    grep -q "^simt: SIMT_PAGE needs the template /nowhere/profile.html, which cannot be read. Set SIMT_WEB " out) &&
    (cd "$work" && SIMT_WEB=$top/common/web SIMT_PAGE=/nowhere/page.html ./own >out 2>&1 &&
        grep -q "^simt: SIMT_PAGE is '/nowhere/page.html', and that file cannot be written$" out)
report "a template or a page that cannot be had is said in a sentence, and the program goes on" $? "$work/out"
(cd "$work" && ! "$top/common/simt/simtcc" --page=page.html --tool=trace 'own <b>.cu' >out 2>&1 &&
    grep -q '^simtcc: --page needs -run: ' out &&
    ! "$top/common/simt/simtcc" --page=page.html -run 'own <b>.cu' >out 2>&1 &&
    grep -q '^simtcc: --page needs --tool=trace or --tool=profile$' out)
report "--page without a run, or without a tool that makes pages, is refused" $? "$work/out"
exit $failed
