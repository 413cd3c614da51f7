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
    static inline int bits_write_members(bits_u64 m, int start, int *numbers, int index) {
        for (; m; m &= m - 1) numbers[index++] = start + __builtin_ctzll(m);
        return index;
    }
    """
    ctypedef unsigned char u8 "unsigned char"
    ctypedef unsigned short u16 "unsigned short"
    ctypedef unsigned int u32 "unsigned int"
    ctypedef unsigned long long u64 "bits_u64"
    u64 bit "bits_bit"(int place) noexcept nogil
    int count "__builtin_popcountll"(u64 mask) noexcept nogil
    int lowest "__builtin_ctzll"(u64 mask) noexcept nogil
    int nth "bits_nth"(u64 mask, int k) noexcept nogil
    int write_members "bits_write_members"(u64 mask, int start, int *numbers, int index) noexcept nogil
