// Names that are spelled as a device variable is, and mean something else.
#include <cstdio>
#include <utility>
#include <algorithm>
__device__ int count, size, first, flag = 2;
enum class kind { count, size };
struct box { static const int size = 5; enum { first = 7 }; static int flag; int count = 1; };
int box::flag = 9;
namespace other { static int count = 4; }
static std::pair<int, int> two() { return {1, 2}; }
int main() {
    int a[] = {1, 1, 2};
    int n = (int)std::count(a, a + 3, 1) + (int)kind::count + box::size + box::first + box::flag + other::count;
    auto [first, second] = two();
    auto f = [size = 3](int k) { return size + k; };
    { using other::count; n += count; }
    box b;
    b.count = 3;
    struct local { int flag; } l = {6};
    n += l.flag + b.count + first + second + f(1);
    if (auto [flag, rest] = two(); rest) n += flag;
    for (auto &[count, size] : {two(), two()}) n += count + size;
    switch (n) { case (int)kind::size: return 1; default: break; }
    puts(n == 54 ? "PASS" : "FAIL");
    return n != 54;
}
