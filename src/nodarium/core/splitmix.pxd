# The C side of splitmix.py.
from nodarium.core.bits cimport u64

cdef extern from *:
    """
    static inline unsigned long long splitmix_advance(unsigned long long r) { return r + 0x9E3779B97F4A7C15ULL; }
    static inline int splitmix_below(unsigned long long r, int n) {
        r = (r ^ (r >> 30)) * 0xBF58476D1CE4E5B9ULL;
        r = (r ^ (r >> 27)) * 0x94D049BB133111EBULL;
        return (int)((((r ^ (r >> 31)) >> 32) * (unsigned long long)n) >> 32);
    }
    """
    u64 advance "splitmix_advance"(u64 rng) noexcept nogil
    int below "splitmix_below"(u64 rng, int n) noexcept nogil
