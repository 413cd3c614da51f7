cimport cython

@cython.locals(rows=int, columns=int, row=int, column=int, number=int, value=double, gain=double,
               row_regret="double[::1]", column_regret="double[::1]", row_play="double[::1]", column_play="double[::1]")
cpdef void regret_matching_plus(double[::1] table, double[::1] row_sum, double[::1] column_sum, int rounds)

@cython.locals(size=int, index=int, whole=double)
cdef void strategy_from_regret(double[::1] regret, double[::1] play, double[::1] total, double weight)
