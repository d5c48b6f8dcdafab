/**
 * @file
 * @brief common/data: key files survive the way out and back, and every error is one sentence that
 *        names the file and the place.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/check.h"
#include "common/data.h"
#include "common/tests/unit.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct check_note note;
static struct data_error error;

/** Each test has a folder of its own. */
static char folder[] = "/tmp/sortlab-data-XXXXXX";

static const char *in_folder(const char *name) {
    static char paths[4][300];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
    return path;
}

static const char *put_file(const char *name, const void *bytes, size_t count) {
    const char *path = in_folder(name);
    FILE *f = fopen(path, "wb");
    if (f && count > 0) fwrite(bytes, 1, count, f);
    if (f) fclose(f);
    return path;
}

static const char *put_text(const char *name, const char *text) {
    return put_file(name, text, strlen(text));
}

/** How many names the folder holds, hidden ones too. */
static int names_in_folder(void) {
    char command[100], answer[20] = "";
    snprintf(command, sizeof(command), "ls -A %s | wc -l", folder);
    FILE *p = popen(command, "r");
    if (p && !fgets(answer, sizeof(answer), p)) answer[0] = '\0';
    if (p) pclose(p);
    return atoi(answer);
}

static void open_folder(void) {
    strcpy(strrchr(folder, '-'), "-XXXXXX");
    if (!mkdtemp(folder)) CU_FAIL_FATAL("no folder in /tmp");
}

static void remove_folder(void) {
    char command[100];
    snprintf(command, sizeof(command), "rm -rf %s", folder);
    if (system(command) != 0) CU_FAIL("folder stays");
}

/** The file reads as exactly these keys. */
static void expect_keys(const char *path, enum data_format format, enum key_type type,
                        const uint32_t *want, size_t n) {
    uint32_t *keys = NULL;
    size_t count = 0;
    error.text[0] = '\0';
    CU_ASSERT_TRUE(data_read(path, format, type, &keys, &count, &error));
    if (error.text[0]) printf("# %s\n", error.text);
    CU_ASSERT_EQUAL(count, n);
    CU_ASSERT_PTR_NOT_NULL(keys);
    if (keys && count == n) CU_ASSERT_TRUE(check_equal(keys, want, n, &note));
    free(keys);
}

static void expect_sentence(bool ok, const char *path, const char *format) {
    char want[700];
    CU_ASSERT_FALSE(ok);
    snprintf(want, sizeof(want), format, path);
    CU_ASSERT_STRING_EQUAL(error.text, want);
    if (strcmp(error.text, want) != 0) printf("# got:  %s\n# want: %s\n", error.text, want);
    error.text[0] = '\0';
}

/** Reading fails with the sentence, in which %s stands for the path. */
static void expect_unreadable(const char *path, enum data_format format, enum key_type type,
                              const char *sentence) {
    uint32_t untouched = 1, *keys = &untouched;
    size_t n = 77;
    expect_sentence(data_read(path, format, type, &keys, &n, &error), path, sentence);
    CU_ASSERT(keys == &untouched && n == 77);
}

static void format_goes_by_the_name(void) {
    CU_ASSERT_EQUAL(data_format_of("a/keys.txt"), DATA_TEXT);
    CU_ASSERT_EQUAL(data_format_of("keys.bin"), DATA_BINARY);
    CU_ASSERT_EQUAL(data_format_of("keys.txt.bin"), DATA_BINARY);
    CU_ASSERT_EQUAL(data_format_of("txt"), DATA_BINARY);
    CU_ASSERT_EQUAL(data_format_of(""), DATA_BINARY);
}

static void keys_read_back(void) {
    static const size_t sizes[] = {0, 1, 2, 1000, 65535, 65536, 65537, 150000};
    uint32_t *keys = malloc(150000 * sizeof(*keys));
    open_folder();
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (int type = 0; type < KEY_TYPES; type++)
            for (int format = DATA_BINARY; format <= DATA_TEXT; format++) {
                data_fill(keys, sizes[s], DATA_UNIFORM, s);
                for (size_t i = 0; type == KEY_F32 && i < sizes[s]; i++)
                    if (keys[i] << 1 > 0xff000000u) keys[i] &= 0xbfffffff; // no NaN
                const char *path = in_folder("keys");
                CU_ASSERT_TRUE(data_write(path, (enum data_format)format, (enum key_type)type, keys,
                                          sizes[s], &error));
                expect_keys(path, (enum data_format)format, (enum key_type)type, keys, sizes[s]);
            }
    CU_ASSERT_EQUAL(names_in_folder(), 1);
    remove_folder();
    free(keys);
}

static void binary_is_little_endian(void) {
    static const uint32_t keys[] = {1, 0x80402010u};
    open_folder();
    expect_keys(put_file("keys.bin", "\x01\0\0\0\x10\x20\x40\x80", 8), DATA_BINARY, KEY_U32, keys,
                2);
    remove_folder();
}

static void text_is_lenient_at_the_edges(void) {
    static const uint32_t keys[] = {7, 42, UINT32_MAX};
    static const char *const texts[] = {
        "7\n42\n4294967295\n",          "7\n42\n4294967295",
        "7\r\n42\r\n4294967295\r\n",    "7\r\n42\r\n4294967295",
        "7\n42\n4294967295\n\n\r\n \n", "  7\n\t+42 \n0004294967295\n  "};
    open_folder();
    for (size_t t = 0; t < COUNT(texts); t++)
        expect_keys(put_text("keys.txt", texts[t]), DATA_TEXT, KEY_U32, keys, 3);
    remove_folder();
}

static void text_knows_every_type(void) {
    static const uint32_t integers[] = {0, 0x80000000u, UINT32_MAX, 0x7fffffff};
    static const uint32_t floats[] = {0x80000000u, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
                                      1,           0x3fc00000, 0x7f7fffff, 0x7f800000};
    open_folder();
    expect_keys(put_text("i", "-0\n-2147483648\n-1\n2147483647\n"), DATA_TEXT, KEY_I32, integers,
                4);
    expect_keys(put_text("f", "-0\ninf\n-INF\nNaN\n-nan\n1e-45\n1.5\n3.4028235e38\ninfinity\n"),
                DATA_TEXT, KEY_F32, floats, 9);
    remove_folder();
}

static void empty_is_no_error(void) {
    open_folder();
    expect_keys(put_text("empty", ""), DATA_BINARY, KEY_U32, NULL, 0);
    expect_keys(in_folder("empty"), DATA_TEXT, KEY_F32, NULL, 0);
    expect_keys(put_text("blank", "\n\n\r\n"), DATA_TEXT, KEY_U32, NULL, 0);
    expect_keys("/dev/null", DATA_BINARY, KEY_U32, NULL, 0);
    remove_folder();
}

static int compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/** The kit's order, through the maps and its own text, against a program that knows nothing of it. */
static void sort_n_agrees(enum key_type type, const char *command) {
    enum { N = 5000 };
    static uint32_t keys[N];
    static char line[100], text[DATA_TEXT_BYTES + 1];
    char shell[400];
    data_fill(keys, N, DATA_UNIFORM, 9);
    for (size_t i = 0; type == KEY_F32 && i < N; i++)
        if (keys[i] << 1 > 0xff000000u) keys[i] &= 0xbfffffff; // no NaN
    open_folder();
    CU_ASSERT_TRUE(data_write(in_folder("keys.txt"), DATA_TEXT, type, keys, N, &error));
    for (size_t i = 0; i < N; i++) keys[i] = key_encode(keys[i], type);
    qsort(keys, N, sizeof(keys[0]), compare);
    snprintf(shell, sizeof(shell), "LC_ALL=C %s %s", command, in_folder("keys.txt"));
    FILE *sorted = popen(shell, "r");
    size_t wrong = 0;
    for (size_t i = 0; i < N; i++) {
        size_t length = data_key_text(text, key_decode(keys[i], type), type);
        strcpy(text + length, "\n");
        wrong += !sorted || !fgets(line, sizeof(line), sorted) || strcmp(line, text) != 0;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(sorted && pclose(sorted) == 0);
    remove_folder();
}

static void sort_n_agrees_on_every_type(void) {
    sort_n_agrees(KEY_U32, "sort -n");
    sort_n_agrees(KEY_I32, "sort -n");
    sort_n_agrees(KEY_F32, "sort -g");
}

#define NO_WHOLE "is no whole number. Write one a line, or read the file as f32"
#define NO_FLOAT "is no number. Write one number a line"
#define NO_U32   "does not fit u32 (0 to 4294967295). Choose a type that holds it"
#define NO_I32   "does not fit i32 (-2147483648 to 2147483647). Choose a type that holds it"
#define NO_F32                                                                                     \
    "does not fit f32 (-3.4028235e+38 to 3.4028235e+38, or inf). Choose a type that holds it"

static void lines_that_are_no_number_are_quoted(void) {
    static const struct {
        const char *text;
        enum key_type type;
        const char *sentence;
    } cases[] = {
        {"1\n2x\n", KEY_U32, "'%s', line 2: \"2x\" " NO_WHOLE},
        {"1.5\n", KEY_I32, "'%s', line 1: \"1.5\" " NO_WHOLE},
        {"-\n", KEY_I32, "'%s', line 1: \"-\" " NO_WHOLE},
        {"1 2\n", KEY_F32, "'%s', line 1: \"1 2\" " NO_FLOAT},
        {"1\r2\n", KEY_F32, "'%s', line 1: \"1?2\" " NO_FLOAT},
        {"\xc3\xa4\x1b[31m\n", KEY_F32, "'%s', line 1: \"???[31m\" " NO_FLOAT},
        {"1234567890123456789012345678901234567890x\n", KEY_F32,
         "'%s', line 1: \"1234567890123456789012345678901234567890...\" " NO_FLOAT},
        {"1\n\n\n2\n", KEY_U32,
         "'%s', line 2 is blank, but line 4 is not. Take the blank line out"},
        {"4294967296\n", KEY_U32, "'%s', line 1: 4294967296 " NO_U32},
        {"-1\n", KEY_U32, "'%s', line 1: -1 " NO_U32},
        {"99999999999999999999999\n", KEY_U32, "'%s', line 1: 99999999999999999999999 " NO_U32},
        {"2147483648\n", KEY_I32, "'%s', line 1: 2147483648 " NO_I32},
        {"-2147483649\n", KEY_I32, "'%s', line 1: -2147483649 " NO_I32},
        {"-1e39\n", KEY_F32, "'%s', line 1: -1e39 " NO_F32},
    };
    open_folder();
    for (size_t c = 0; c < COUNT(cases); c++)
        expect_unreadable(put_text("keys.txt", cases[c].text), DATA_TEXT, cases[c].type,
                          cases[c].sentence);
    expect_unreadable(put_file("nul", "1\0002\n", 4), DATA_TEXT, KEY_U32,
                      "'%s', line 1: \"1?2\" " NO_WHOLE);
    remove_folder();
}

static void endless_line_is_no_number(void) {
    enum { BYTES = 1 << 20 };
    char *zeros = calloc(1, BYTES);
    open_folder();
    expect_unreadable(
        put_file("zeros", zeros, BYTES), DATA_TEXT, KEY_U32,
        "'%s', line 1 is longer than any number: \"????????????????????????????????????????...\". "
        "It may be a binary file. Read it as binary");
    remove_folder();
    free(zeros);
}

static void sizes_that_are_no_keys_are_named(void) {
    open_folder();
    expect_unreadable(put_text("keys.bin", "12345"), DATA_BINARY, KEY_U32,
                      "'%s' has 5 bytes, which is no multiple of the 4 of a binary key. It is cut "
                      "short, or it is text. Read text as text");
    remove_folder();
}

static void unreadable_files_are_named(void) {
    open_folder();
    expect_unreadable(
        in_folder("missing"), DATA_BINARY, KEY_U32,
        "cannot read '%s': No such file or directory. Check the name and that its folder exists");
    expect_unreadable(folder, DATA_BINARY, KEY_U32,
                      "cannot read '%s': Is a directory. Name a file, not a folder");
    expect_unreadable(folder, DATA_TEXT, KEY_U32,
                      "cannot read '%s': Is a directory. Name a file, not a folder");
    if (geteuid() != 0) { // root may read anything
        chmod(put_text("secret", "1\n"), 0);
        expect_unreadable(
            in_folder("secret"), DATA_TEXT, KEY_U32,
            "cannot read '%s': Permission denied. Change its permissions or choose another path");
    }
    remove_folder();
}

static void names_are_shown_harmlessly(void) {
    char name[300];
    memset(name, 'a', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    memcpy(name, "\x1b[2J\n", 5);
    struct data_reader *reader = data_reader_open(name, DATA_TEXT, KEY_U32, &error);
    CU_ASSERT_PTR_NULL(reader);
    CU_ASSERT_EQUAL(strncmp(error.text, "cannot read '?[2J?aaa", 21), 0);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(error.text, "aaa...': File name too long. Choose a shorter name"));
}

static void file_that_shrinks_is_noticed(void) {
    static const uint32_t keys[5000] = {0};
    uint32_t some[1000];
    size_t n;
    open_folder();
    const char *path = put_file("keys.bin", keys, sizeof(keys));
    struct data_reader *reader = data_reader_open(path, DATA_BINARY, KEY_U32, &error);
    CU_ASSERT_TRUE(data_reader_read(reader, some, 1000, &n, &error));
    CU_ASSERT_EQUAL(n, 1000);
    CU_ASSERT_EQUAL(truncate(path, 4400), 0);
    expect_sentence(data_reader_read(reader, some, 1000, &n, &error), path,
                    "'%s' ended after 4400 of its 20000 bytes. Something cut it while it was read: "
                    "try again when nothing does");
    CU_ASSERT_EQUAL(n, 100); // what did come is there
    data_reader_close(reader);
    remove_folder();
}

static void pieces_make_the_whole(void) {
    enum { N = 100000, PIECE = 777 };
    static uint32_t keys[N], back[N];
    size_t n, total = 0;
    data_fill(keys, N, DATA_UNIFORM, 2);
    open_folder();
    for (int format = DATA_BINARY; format <= DATA_TEXT; format++) {
        struct data_writer *w =
            data_writer_open(in_folder("keys"), (enum data_format)format, KEY_U32, &error);
        for (size_t i = 0; i < N; i += PIECE)
            CU_ASSERT_TRUE(data_writer_write(w, keys + i, i + PIECE < N ? PIECE : N - i, &error));
        CU_ASSERT_TRUE(data_writer_commit(w, &error));
        struct data_reader *r =
            data_reader_open(in_folder("keys"), (enum data_format)format, KEY_U32, &error);
        CU_ASSERT(data_reader_expect(r) >= N);
        CU_ASSERT(format == DATA_TEXT || data_reader_expect(r) == N);
        for (total = 0; data_reader_read(r, back + total, PIECE, &n, &error) && n > 0; total += n)
            CU_ASSERT(n == PIECE || total + n == N);
        CU_ASSERT_EQUAL(total, N);
        CU_ASSERT_EQUAL(data_reader_expect(r), 0);
        CU_ASSERT_TRUE(check_equal(back, keys, N, &note));
        data_reader_close(r);
    }
    remove_folder();
}

/** A pipe gives a few bytes at a time and has no size. */
/** Reads two keys, then goes back behind the first. */
static void expect_going_back(enum data_format format, uint64_t byte, uint64_t line) {
    static const uint32_t keys[] = {70000, 8, 900};
    uint32_t got[3];
    size_t n;
    CU_ASSERT_TRUE(data_write(in_folder("keys"), format, KEY_U32, keys, 3, &error));
    struct data_reader *r = data_reader_open(in_folder("keys"), format, KEY_U32, &error);
    CU_ASSERT_TRUE_FATAL(r && data_reader_read(r, got, 1, &n, &error) && n == 1);
    struct data_place place = data_reader_place(r);
    CU_ASSERT(place.byte == byte && place.line == line);
    CU_ASSERT_TRUE(data_reader_read(r, got, 3, &n, &error) && n == 2);
    CU_ASSERT_TRUE(data_reader_go(r, place, &error) && data_reader_expect(r) >= 2);
    CU_ASSERT_TRUE(data_reader_read(r, got, 3, &n, &error) && n == 2 && got[0] == 8 &&
                   got[1] == 900);
    data_reader_close(r);
}

static void places_are_found_again(void) {
    open_folder();
    expect_going_back(DATA_BINARY, 4, 0);
    expect_going_back(DATA_TEXT, 6, 1);
    put_text("keys", "1\n2\nthree\n");
    struct data_reader *r = data_reader_open(in_folder("keys"), DATA_TEXT, KEY_U32, &error);
    uint32_t got[3];
    size_t n;
    CU_ASSERT_TRUE_FATAL(r && data_reader_go(r, (struct data_place){2, 1}, &error));
    CU_ASSERT_FALSE(data_reader_read(r, got, 3, &n, &error));
    CU_ASSERT_PTR_NOT_NULL(strstr(error.text, "line 3"));
    data_reader_close(r);
    remove_folder();
}

static void pipes_are_read_to_their_end(void) {
    char path[40], shell[400];
    static const uint32_t keys[] = {0x0a320a31};
    open_folder();
    snprintf(shell, sizeof(shell),
             "mkfifo %s/pipe && (printf 1; sleep .02; printf '\\n2\\n') > %s/pipe &", folder,
             folder);
    CU_ASSERT_EQUAL(system(shell), 0);
    snprintf(path, sizeof(path), "%s", in_folder("pipe"));
    while (access(path, F_OK) != 0) usleep(1000);
    expect_keys(path, DATA_BINARY, KEY_U32, keys, 1);
    snprintf(shell, sizeof(shell), "printf 12345 > %s &", path);
    CU_ASSERT_EQUAL(system(shell), 0);
    expect_unreadable(path, DATA_BINARY, KEY_U32,
                      "'%s' ended in the middle of a key, after 5 bytes. Binary keys have 4 bytes "
                      "each: write it again, whole");
    remove_folder();
}

/** A file of 2^40 bytes that takes no room on the disk, read with room for 2^28. */
static void too_much_for_the_memory(void) {
#ifdef __SANITIZE_ADDRESS__
    printf("# no limit on memory under the address sanitizer\n");
#else
    open_folder();
    const char *path = put_text("huge.bin", "");
    if (truncate(path, (off_t)1 << 40) == 0) {
        struct rlimit old, small = {1 << 28, RLIM_INFINITY};
        getrlimit(RLIMIT_AS, &old);
        setrlimit(RLIMIT_AS, &small);
        expect_unreadable(path, DATA_BINARY, KEY_U32,
                          "no memory for the keys of '%s', 274877906944 or more. Free some memory "
                          "or sort a smaller file");
        setrlimit(RLIMIT_AS, &old);
    }
    remove_folder();
#endif
}

static bool write_two(const char *path, enum data_format format) {
    static const uint32_t keys[] = {1, 2};
    return data_write(path, format, KEY_U32, keys, 2, &error);
}

static void full_disk_is_named(void) {
    expect_sentence(
        write_two("/dev/full", DATA_BINARY), "/dev/full",
        "cannot write '%s': No space left on device. Free some space or choose another disk");
    expect_sentence(
        write_two("/dev/full", DATA_TEXT), "/dev/full",
        "cannot write '%s': No space left on device. Free some space or choose another disk");
    struct stat st;
    CU_ASSERT(stat("/dev/full", &st) == 0 && S_ISCHR(st.st_mode));
}

#define NO_NAME "Check the name and that its folder exists"

static void unwritable_places_are_named(void) {
    static const struct {
        const char *name, *sentence;
    } cases[] = {
        {"missing/keys", "cannot write '%s': No such file or directory. " NO_NAME},
        {"keys/", "cannot write '%s': No such file or directory. " NO_NAME},
        {"file/keys", "cannot write '%s': Not a directory. " NO_NAME},
        {".", "cannot write '%s': Is a directory. Name a file, not a folder"},
    };
    open_folder();
    put_text("file", "");
    for (size_t c = 0; c < COUNT(cases); c++) {
        const char *path = in_folder(cases[c].name);
        expect_sentence(write_two(path, DATA_BINARY), path, cases[c].sentence);
    }
    expect_sentence(write_two("", DATA_BINARY), "",
                    "cannot write '%s': No such file or directory. " NO_NAME);
    CU_ASSERT_EQUAL(names_in_folder(), 1);
    remove_folder();
}

/** Half-way through, the file would outgrow what the process may write. */
static void failed_write_leaves_the_old_file(void) {
    enum { N = 200000 };
    static uint32_t keys[N];
    static const uint32_t old_keys[] = {1, 2};
    struct rlimit old, small = {1 << 19, RLIM_INFINITY};
    open_folder();
    CU_ASSERT_TRUE(write_two(in_folder("keys"), DATA_BINARY));
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    setrlimit(RLIMIT_FSIZE, &small);
    const char *path = in_folder("keys");
    bool ok = data_write(path, DATA_BINARY, KEY_U32, keys, N, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    expect_sentence(ok, path,
                    "cannot write '%s': File too large. Raise the limit on file sizes (ulimit -f)");
    expect_keys(path, DATA_BINARY, KEY_U32, old_keys, 2);
    CU_ASSERT_EQUAL(names_in_folder(), 1);
    remove_folder();
}

static void nothing_appears_before_commit(void) {
    static const uint32_t keys[] = {3};
    open_folder();
    struct data_writer *w = data_writer_open(in_folder("keys"), DATA_TEXT, KEY_U32, &error);
    CU_ASSERT_TRUE(data_writer_write(w, keys, 1, &error));
    CU_ASSERT_NOT_EQUAL(access(in_folder("keys"), F_OK), 0);
    CU_ASSERT_EQUAL(names_in_folder(), 0); // so nothing stays, however the program ends
    data_writer_abort(w);
    CU_ASSERT_EQUAL(names_in_folder(), 0);
    data_writer_abort(NULL);
    remove_folder();
}

static void words_can_be_written_past_the_writer(void) {
    static const uint32_t keys[] = {1, 2};
    open_folder();
    struct data_writer *w = data_writer_open(in_folder("keys"), DATA_BINARY, KEY_U32, &error);
    CU_ASSERT_EQUAL(pwrite(data_writer_file(w), "\2\0\0", 4, 4), 4);
    CU_ASSERT_EQUAL(pwrite(data_writer_file(w), "\1\0\0", 4, 0), 4);
    CU_ASSERT_TRUE(data_writer_commit(w, &error));
    expect_keys(in_folder("keys"), DATA_BINARY, KEY_U32, keys, 2);
    w = data_writer_open(in_folder("keys"), DATA_TEXT, KEY_U32, &error);
    CU_ASSERT_EQUAL(data_writer_file(w), -1);
    data_writer_abort(w);
    w = data_writer_open("/dev/null", DATA_BINARY, KEY_U32, &error);
    CU_ASSERT_EQUAL(data_writer_file(w), -1);
    data_writer_abort(w);
    remove_folder();
}

static void two_writers_do_not_mix(void) {
    static const uint32_t keys[] = {3, 4};
    open_folder();
    struct data_writer *a = data_writer_open(in_folder("a"), DATA_BINARY, KEY_U32, &error);
    struct data_writer *b = data_writer_open(in_folder("b"), DATA_BINARY, KEY_U32, &error);
    CU_ASSERT_TRUE(data_writer_write(a, keys, 1, &error));
    CU_ASSERT_TRUE(data_writer_write(b, keys + 1, 1, &error));
    CU_ASSERT_TRUE(data_writer_commit(b, &error));
    CU_ASSERT_TRUE(data_writer_commit(a, &error));
    expect_keys(in_folder("a"), DATA_BINARY, KEY_U32, keys, 1);
    expect_keys(in_folder("b"), DATA_BINARY, KEY_U32, keys + 1, 1);
    remove_folder();
}

static void links_and_permissions_survive(void) {
    static const uint32_t keys[] = {1, 2};
    struct stat st;
    open_folder();
    chmod(put_text("keys", ""), 0640);
    CU_ASSERT_EQUAL(symlink("keys", in_folder("link")), 0);
    CU_ASSERT_TRUE(write_two(in_folder("link"), DATA_BINARY));
    CU_ASSERT(lstat(in_folder("link"), &st) == 0 && S_ISLNK(st.st_mode));
    CU_ASSERT(stat(in_folder("keys"), &st) == 0 && (st.st_mode & 0777) == 0640);
    expect_keys(in_folder("keys"), DATA_BINARY, KEY_U32, keys, 2);
    remove_folder();
}

static const struct unit_test tests[] = {
    {"the format goes by the end of the name", format_goes_by_the_name},
    {"keys of every type read back as they were written", keys_read_back},
    {"binary words are little-endian", binary_is_little_endian},
    {"CRLF, blanks, signs, a missing last newline and trailing blank lines are fine",
     text_is_lenient_at_the_edges},
    {"text knows the limits of every type", text_knows_every_type},
    {"an empty file holds 0 keys", empty_is_no_error},
    {"sort -n and sort -g agree on the order", sort_n_agrees_on_every_type},
    {"a line that is no number, does not fit or is blank is named and quoted",
     lines_that_are_no_number_are_quoted},
    {"a line without an end is no number", endless_line_is_no_number},
    {"a binary size that is no multiple of 4 is named", sizes_that_are_no_keys_are_named},
    {"a missing file, a folder and a forbidden file are named", unreadable_files_are_named},
    {"control characters of a name are not shown, long names are cut", names_are_shown_harmlessly},
    {"a file that shrinks while it is read is noticed", file_that_shrinks_is_noticed},
    {"reading and writing in pieces is the same as whole", pieces_make_the_whole},
    {"a reader goes back to a place, and knows its line", places_are_found_again},
    {"a pipe is read to its end", pipes_are_read_to_their_end},
    {"a file too big for the memory is named", too_much_for_the_memory},
    {"a full disk is named, and a device stays a device", full_disk_is_named},
    {"places that cannot be written are named", unwritable_places_are_named},
    {"a failed write leaves the old file and no remains", failed_write_leaves_the_old_file},
    {"nothing appears before the commit, and nothing stays of an abort",
     nothing_appears_before_commit},
    {"words that go past the writer to its file are committed too",
     words_can_be_written_past_the_writer},
    {"two writers in one folder do not mix", two_writers_do_not_mix},
    {"links and permissions of a file that is replaced survive", links_and_permissions_survive},
};

UNIT_MAIN("data_file", tests)
