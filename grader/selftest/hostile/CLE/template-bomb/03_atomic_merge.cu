// Templates that make templates.
//> honest
template <int n, int m> struct twice {
    static const long value = twice<n - 1, 2 * m>::value + twice<n - 1, 2 * m + 1>::value;
};
template <int m> struct twice<0, m> { static const long value = m; };
long bomb = twice<22, 1>::value;
