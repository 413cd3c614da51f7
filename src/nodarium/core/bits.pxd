# The C side of bits.py: sets are 64 bits wide.
cdef extern from *:
    """
    typedef unsigned long long bits_u64;
    static inline bits_u64 bits_bit(int place) { return 1ULL << place; }
    static inline int bits_nth(bits_u64 m, int k) {
    #ifdef __BMI2__
        return __builtin_ctzll(__builtin_ia32_pdep_di(1ULL << k, m));
    #else
        while (k--) m &= m - 1;
        return __builtin_ctzll(m);
    #endif
    }
    static inline int bits_spread(bits_u64 m, int start, int *numbers, int index) {
        for (; m; m &= m - 1) numbers[index++] = start + __builtin_ctzll(m);
        return index;
    }
    static inline bits_u64 bits_advance(bits_u64 r) { return r + 0x9E3779B97F4A7C15ULL; }
    static inline int bits_below(bits_u64 r, int n) {
        r = (r ^ (r >> 30)) * 0xBF58476D1CE4E5B9ULL;
        r = (r ^ (r >> 27)) * 0x94D049BB133111EBULL;
        return (int)((((r ^ (r >> 31)) >> 32) * (bits_u64)n) >> 32);
    }
    """
    ctypedef unsigned char u8 "unsigned char"
    ctypedef unsigned short u16 "unsigned short"
    ctypedef unsigned int u32 "unsigned int"
    ctypedef unsigned long long u64 "bits_u64"
    u64 bit "bits_bit"(int place) noexcept nogil
    int count "__builtin_popcountll"(u64 mask) noexcept nogil
    int first "__builtin_ctzll"(u64 mask) noexcept nogil
    int nth "bits_nth"(u64 mask, int k) noexcept nogil
    int spread "bits_spread"(u64 mask, int start, int *numbers, int index) noexcept nogil
    u64 advance "bits_advance"(u64 rng) noexcept nogil
    int below "bits_below"(u64 rng, int n) noexcept nogil
