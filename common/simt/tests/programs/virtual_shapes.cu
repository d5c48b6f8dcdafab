/**
 * @file
 * @brief Objects with virtual functions that kernels make, use and delete, and pointers to device functions.
 */
#include <cstdio>

struct Shape {
    int id;
    __device__ Shape(int id) : id(id) {}
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const {
        return 0;
    }
    __device__ virtual ~Shape() {}
};
__device__ int deleted;

struct Square : Shape {
    float side;
    __device__ Square(int id, float side) : Shape(id), side(side) {}
    __device__ float area() const override {
        return side * side;
    }
    __device__ int corners() const override {
        return 4;
    }
    __device__ ~Square() override {
        atomicAdd(&deleted, 1);
    }
};
struct Circle : Shape {
    float radius;
    __device__ Circle(int id, float radius) : Shape(id), radius(radius) {}
    __device__ float area() const override {
        return 3 * radius * radius;
    }
    __device__ ~Circle() override {
        atomicAdd(&deleted, 100);
    }
};

typedef float (*Operation)(const Shape *);
__device__ float area_of(const Shape *shape) {
    return shape->area();
}
__device__ float corners_of(const Shape *shape) {
    return (float)shape->corners();
}
__device__ Operation operation = corners_of;
__device__ Operation const table[] = {area_of, corners_of};

__global__ void make(Shape **shapes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 2)
        shapes[i] = new Square(i, (float)i);
    else
        shapes[i] = new Circle(i, 2);
}
__global__ void measure(Shape *const *shapes, float *results, int n, Operation chosen) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) results[i] = table[0](shapes[i]) + 1000 * operation(shapes[i]) + chosen(shapes[i]);
}
__global__ void drop(Shape **shapes, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) delete shapes[i];
}

int main() {
    const int n = 100;
    Shape **d_shapes;
    float *d_results, results[n];
    int count;
    Operation chosen;
    cudaMalloc(&d_shapes, n * sizeof *d_shapes);
    cudaMalloc(&d_results, sizeof results);
    cudaMemcpyFromSymbol(&chosen, operation, sizeof chosen);
    make<<<2, 64>>>(d_shapes, n);
    measure<<<2, 64>>>(d_shapes, d_results, n, chosen);
    drop<<<2, 64>>>(d_shapes, n);
    cudaMemcpy(results, d_results, sizeof results, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&count, deleted, sizeof count);
    bool right = count == 50 * 101 && cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < n; i++) right &= results[i] == (i % 2 ? (float)(i * i + 4004) : 12);
    puts(right ? "PASS" : "FAIL");
    return !right;
}
