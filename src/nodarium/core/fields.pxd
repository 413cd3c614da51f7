# A compiled state holds no Python objects: its fields are one block behind the object's head and method table.
cdef extern from *:
    """
    #define fields_head (sizeof(PyObject) + sizeof(void *))
    static inline size_t fields_size(PyObject *one) {
        PyTypeObject *type = Py_TYPE(one);
        while (type->tp_flags & Py_TPFLAGS_HEAPTYPE) type = type->tp_base; /* what Python classes add is not ours */
        return (size_t)type->tp_basicsize - fields_head;
    }
    static inline void fields_copy_(PyObject *target, PyObject *source) {
        memcpy((char *)target + fields_head, (char *)source + fields_head, fields_size(target));
    }
    static inline PyObject *fields_dump(PyObject *source) {
        return PyBytes_FromStringAndSize((char *)source + fields_head, (Py_ssize_t)fields_size(source));
    }
    static inline int fields_load(PyObject *target, PyObject *data) {
        size_t size = fields_size(target);
        if (!PyBytes_Check(data) || (size_t)PyBytes_GET_SIZE(data) != size) {
            PyErr_SetString(PyExc_ValueError, "these are not the fields of such a state");
            return -1;
        }
        memcpy((char *)target + fields_head, PyBytes_AS_STRING(data), size);
        return 0;
    }
    static inline PyObject *fields_first_of(int *numbers, int count) {
        PyObject *list = PyList_New(count);
        for (int k = 0; list && k < count; k++) {
            PyObject *number = PyLong_FromLong(numbers[k]);
            if (!number) Py_CLEAR(list);
            else PyList_SET_ITEM(list, k, number);
        }
        return list;
    }
    static inline PyObject *fields_first_traits(float *numbers, int count) {
        PyObject *list = PyList_New(count);
        for (int k = 0; list && k < count; k++) {
            PyObject *number = PyFloat_FromDouble(numbers[k]);
            if (!number) Py_CLEAR(list);
            else PyList_SET_ITEM(list, k, number);
        }
        return list;
    }
    static inline int fields_equal_(PyObject *one, PyObject *other) {
        return fields_size(one) == fields_size(other)
            && !memcmp((char *)one + fields_head, (char *)other + fields_head, fields_size(one));
    }
    #define fields_traits_room() ((float *)__builtin_alloca(1024 * sizeof(float)))
    #define fields_equal(one, other) fields_equal_((PyObject *)(one), (PyObject *)(other))
    #define fields_room() ((int *)__builtin_alloca(1024 * sizeof(int)))
    #define fields_copy(target, source) fields_copy_((PyObject *)(target), (PyObject *)(source))
    """
    void copy "fields_copy"(object target, object source) noexcept nogil
    object dump "fields_dump"(object source)
    int load "fields_load"(object target, object data) except -1
    int *room "fields_room"() noexcept nogil
    list first_of "fields_first_of"(int *numbers, int count)
    bint equal "fields_equal"(object one, object other) noexcept nogil
    float *traits_room "fields_traits_room"() noexcept nogil
    list first_traits "fields_first_traits"(float *numbers, int count)
