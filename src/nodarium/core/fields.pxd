# A compiled state holds no Python objects: its fields are one block behind the object's head and method table.
cdef extern from *:
    """
    static inline void fields_copy_(PyObject *target, PyObject *source) {
        size_t head = sizeof(PyObject) + sizeof(void *);
        memcpy((char *)target + head, (char *)source + head, (size_t)Py_TYPE(target)->tp_basicsize - head);
    }
    static inline PyObject *fields_dump(PyObject *source) {
        size_t head = sizeof(PyObject) + sizeof(void *);
        return PyBytes_FromStringAndSize((char *)source + head, (Py_ssize_t)((size_t)Py_TYPE(source)->tp_basicsize - head));
    }
    static inline int fields_load(PyObject *target, PyObject *data) {
        size_t head = sizeof(PyObject) + sizeof(void *), size = (size_t)Py_TYPE(target)->tp_basicsize - head;
        if (!PyBytes_Check(data) || (size_t)PyBytes_GET_SIZE(data) != size) {
            PyErr_SetString(PyExc_ValueError, "these are not the fields of such a state");
            return -1;
        }
        memcpy((char *)target + head, PyBytes_AS_STRING(data), size);
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
        size_t head = sizeof(PyObject) + sizeof(void *);
        return Py_TYPE(one)->tp_basicsize == Py_TYPE(other)->tp_basicsize
            && !memcmp((char *)one + head, (char *)other + head, (size_t)Py_TYPE(one)->tp_basicsize - head);
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
