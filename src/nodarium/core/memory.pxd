# A compiled state holds no Python objects: its fields are one block behind the object's header and method table.
cdef extern from *:
    """
    #define memory_head (sizeof(PyObject) + sizeof(void *))
    static inline size_t memory_size(PyObject *one) {
        PyTypeObject *type = Py_TYPE(one);
        while (type->tp_flags & Py_TPFLAGS_HEAPTYPE) type = type->tp_base; /* skip what Python subclasses add */
        return (size_t)type->tp_basicsize - memory_head;
    }
    static inline void memory_copy_(PyObject *target, PyObject *source) {
        memcpy((char *)target + memory_head, (char *)source + memory_head, memory_size(target));
    }
    static inline PyObject *memory_dump(PyObject *source) {
        return PyBytes_FromStringAndSize((char *)source + memory_head, (Py_ssize_t)memory_size(source));
    }
    static inline int memory_load(PyObject *target, PyObject *data) {
        size_t size = memory_size(target);
        if (!PyBytes_Check(data) || (size_t)PyBytes_GET_SIZE(data) != size) {
            PyErr_SetString(PyExc_ValueError, "the pickled state has the wrong size");
            return -1;
        }
        memcpy((char *)target + memory_head, PyBytes_AS_STRING(data), size);
        return 0;
    }
    static inline PyObject *memory_ints_to_list(int *numbers, int count) {
        PyObject *list = PyList_New(count);
        for (int k = 0; list && k < count; k++) {
            PyObject *number = PyLong_FromLong(numbers[k]);
            if (!number) Py_CLEAR(list);
            else PyList_SET_ITEM(list, k, number);
        }
        return list;
    }
    static inline PyObject *memory_floats_to_list(float *numbers, int count) {
        PyObject *list = PyList_New(count);
        for (int k = 0; list && k < count; k++) {
            PyObject *number = PyFloat_FromDouble(numbers[k]);
            if (!number) Py_CLEAR(list);
            else PyList_SET_ITEM(list, k, number);
        }
        return list;
    }
    static inline int memory_equal_(PyObject *one, PyObject *other) {
        return memory_size(one) == memory_size(other)
            && !memcmp((char *)one + memory_head, (char *)other + memory_head, memory_size(one));
    }
    #define memory_float_buffer() ((float *)__builtin_alloca(1024 * sizeof(float)))
    #define memory_equal(one, other) memory_equal_((PyObject *)(one), (PyObject *)(other))
    #define memory_action_buffer() ((int *)__builtin_alloca(1024 * sizeof(int)))
    #define memory_copy(target, source) memory_copy_((PyObject *)(target), (PyObject *)(source))
    """
    void copy "memory_copy"(object target, object source) noexcept nogil
    object dump "memory_dump"(object source)
    int load "memory_load"(object target, object data) except -1
    int *action_buffer "memory_action_buffer"() noexcept nogil
    list ints_to_list "memory_ints_to_list"(int *numbers, int count)
    bint equal "memory_equal"(object one, object other) noexcept nogil
    float *float_buffer "memory_float_buffer"() noexcept nogil
    list floats_to_list "memory_floats_to_list"(float *numbers, int count)
