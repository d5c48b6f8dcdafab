/**
 * @file
 * @brief Intake: what is taken from honest submissions, and what is refused of hostile ones, in words.
 */
#include "common/tests/unit.h"
#include "grader/class/intake.h"
#include "grader/class/names.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char top[] = "/tmp/sortlab-intake-XXXXXX";
static const struct class_lab two_labs[] = {{"01_serial_radix", "serial_radix", 0},
                                            {"03_atomic_merge", "atomic_merge", 0}};
static struct taking t;

/*
 * What is handed in.
 */
static const char *at(const char *name) {
    static char path[4][600];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/in/%s", top, name);
    return path[next];
}

static void put(const char *name, const char *text) {
    char path[600];
    snprintf(path, sizeof path, "%s", at(name));
    for (char *slash = path + strlen(top) + 4; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0755);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    if (!file) exit(2);
    fputs(text, file);
    fclose(file);
}

static void sh(const char *format, const char *argument) {
    char command[2000];
    int n = snprintf(command, sizeof command, "cd %s/in && exec >/dev/null 2>&1; ", top);
    snprintf(command + n, sizeof command - (size_t)n, format, argument, argument, argument);
    if (system(command) == -1) exit(2);
}

static struct archive *begin(const char *name, bool zip) {
    struct archive *a = archive_write_new();
    if (zip)
        archive_write_set_format_zip(a);
    else
        archive_write_set_format_pax_restricted(a);
    if (!zip && strstr(name, ".gz")) archive_write_add_filter_gzip(a);
    if (!zip && strstr(name, ".xz")) archive_write_add_filter_xz(a);
    if (!zip && strstr(name, ".zst")) archive_write_add_filter_zstd(a);
    archive_write_open_filename(a, at(name));
    return a;
}

static void end(struct archive *a) {
    archive_write_close(a);
    archive_write_free(a);
}

static void add(struct archive *a, const char *path, mode_t type, const char *link, int64_t size,
                const char *text) {
    static const char zeros[1 << 16];
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, path);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 06755);
    archive_entry_set_size(entry, size);
    archive_entry_set_mtime(entry, 1000000000, 0);
    if (link && type == AE_IFLNK) archive_entry_set_symlink(entry, link);
    if (link && type == AE_IFREG) archive_entry_set_hardlink(entry, link);
    archive_write_header(a, entry);
    archive_entry_free(entry);
    if (text) archive_write_data(a, text, (size_t)size);
    for (int64_t left = text ? 0 : size; left > 0; left -= sizeof zeros)
        archive_write_data(a, zeros, left < (int64_t)sizeof zeros ? (size_t)left : sizeof zeros);
}

static void add_text(struct archive *a, const char *path, const char *text) {
    add(a, path, AE_IFREG, NULL, (int64_t)strlen(text), text);
}

/* An archive of the honest file and one entry more. */
static void one_more(const char *name, const char *path, mode_t type, const char *link,
                     int64_t size) {
    struct archive *a = begin(name, strstr(name, ".zip") != NULL);
    add_text(a, "01_serial_radix.c", "mine");
    add(a, path, type, link, size, NULL);
    end(a);
}

/*
 * What comes of it.
 */
static void take(const char *entry) {
    static char scratch[64];
    int in = open(at(""), O_RDONLY | O_DIRECTORY);
    snprintf(scratch, sizeof scratch, "%s/scratch", top);
    for (size_t i = 0; i <= TAKE_PROGRESS; i++) free(t.best[i].bytes);
    t = (struct taking){.labs = two_labs, .n_labs = 2, .scratch = scratch};
    intake_one(in, entry, &t);
    close(in);
}

static bool took(const char *entry, size_t lab, const char *text) {
    take(entry);
    struct taken *b = &t.best[lab];
    return !t.refused[0] && b->bytes && b->size == strlen(text) && !memcmp(b->bytes, text, b->size);
}

static bool refused(const char *entry, const char *why) {
    take(entry);
    bool empty = true;
    for (size_t i = 0; i <= TAKE_PROGRESS; i++) empty &= t.best[i].bytes == NULL;
    if (!strstr(t.refused, why)) printf("# %s: '%s', not '%s'\n", entry, t.refused, why);
    return empty && strstr(t.refused, why);
}

static bool file_refused(const char *entry, size_t lab, const char *why) {
    take(entry);
    return !t.refused[0] && !t.best[lab].bytes && strstr(t.best[lab].refused, why);
}

static void test_layouts(void) {
    put("a/labs/03_atomic_merge/atomic_merge.cu", "A");
    put("b/03_atomic_merge/atomic_merge.cu", "B");
    put("c/03_atomic_merge.cu", "C");
    put("d/homework/atomic_merge.cu", "D");
    put("e/top/labs/03_atomic_merge/atomic_merge.cu", "E");
    CU_ASSERT(took("a", 1, "A") && took("b", 1, "B") && took("c", 1, "C") && took("d", 1, "D") &&
              took("e", 1, "E"));
    put("f/a/b/c/03_atomic_merge.cu", "too deep");
    put("f/04_atomic_merge.cu", "another");
    take("f");
    CU_ASSERT(!t.best[1].fit && !t.refused[0]);
    put("g/old/03_atomic_merge.cu", "old");
    put("g/labs/03_atomic_merge/atomic_merge.cu", "new");
    CU_ASSERT(took("g", 1, "new") && t.best[1].also == 1);
    put("h/.sortlab/progress.json", "{}");
    CU_ASSERT(took("h", TAKE_PROGRESS, "{}"));
}

static void test_archives(void) {
    static const char *const names[] = {"x.tar", "x.tar.gz", "x.tar.xz", "x.tar.zst", "x.zip"};
    for (size_t i = 0; i < 5; i++) {
        struct archive *a = begin(names[i], i == 4);
        add(a, "my work/", AE_IFDIR, NULL, 0, NULL);
        add_text(a, "my work/01_serial_radix.c", "packed");
        add_text(a, "my work/notes.txt", "nobody reads this");
        add_text(a,
                 "my work/\xDC"
                 "bung.txt",
                 "a name in an old encoding");
        end(a);
        CU_ASSERT(took(names[i], 0, "packed"));
        CU_ASSERT_EQUAL(t.best[0].changed, 1000000000);
    }
    mkdir(at("lms"), 0755);
    sh("cp x.zip lms/%s", "homework.zip");
    CU_ASSERT(took("lms", 0, "packed"));
    sh("cp x.tar lms/%s", "again.tar");
    CU_ASSERT(refused("lms", "2 archives"));
}

static void test_entries(void) {
    one_more("up.tar", "../01_serial_radix.c", AE_IFREG, NULL, 0);
    one_more("in.tar", "a/../../b", AE_IFREG, NULL, 0);
    one_more("back.zip", "a\\..\\b", AE_IFREG, NULL, 0);
    CU_ASSERT(refused("up.tar", "leads out of it") && refused("in.tar", "leads out of it") &&
              refused("back.zip", "leads out of it"));
    one_more("abs.tar", "/etc/passwd", AE_IFREG, NULL, 0);
    one_more("drive.zip", "C:/x", AE_IFREG, NULL, 0);
    CU_ASSERT(refused("abs.tar", "absolute path") && refused("drive.zip", "absolute path"));
    one_more("soft.tar.gz", "x", AE_IFLNK, "/etc/passwd", 0);
    one_more("soft.zip", "x", AE_IFLNK, "/etc/passwd", 11);
    one_more("hard.tar", "x", AE_IFREG, "/etc/passwd", 0);
    CU_ASSERT(refused("soft.tar.gz", "symbolic link") && refused("soft.zip", "symbolic link") &&
              refused("hard.tar", "hard link"));
    one_more("chr.tar", "x", AE_IFCHR, NULL, 0);
    one_more("blk.tar", "x", AE_IFBLK, NULL, 0);
    one_more("fifo.tar", "x", AE_IFIFO, NULL, 0);
    CU_ASSERT(refused("chr.tar", "device") && refused("blk.tar", "device") &&
              refused("fifo.tar", "pipe"));
    one_more("control.tar", "a\x1b[2Jb", AE_IFREG, NULL, 0);
    CU_ASSERT(refused("control.tar", "control characters") && !strchr(t.refused, '\x1b'));
    char name[400] = "";
    memset(name, 'n', 300);
    one_more("long.tar", name, AE_IFREG, NULL, 0);
    CU_ASSERT(refused("long.tar", "more than 255 bytes"));
}

static void test_bombs(void) {
    one_more("ratio.tar.gz", "zeros", AE_IFREG, NULL, 32 << 20);
    one_more("total.tar.zst", "zeros", AE_IFREG, NULL, 300 << 20);
    CU_ASSERT(refused("ratio.tar.gz", "200 times its size"));
    CU_ASSERT(refused("total.tar.zst", "unpacks to more than"));
    struct archive *a = begin("many.tar.gz", false);
    for (int i = 0; i < 10001; i++) add_text(a, "x", "");
    end(a);
    CU_ASSERT(refused("many.tar.gz", "more than 10000 entries"));
    a = begin("large.tar.gz", false);
    add_text(a, "03_atomic_merge.cu", "fine");
    add(a, "01_serial_radix.c", AE_IFREG, NULL, (1 << 20) + 1, NULL);
    end(a);
    CU_ASSERT(file_refused("large.tar.gz", 0, "longer than 1 MiB") && t.best[1].size == 4);
}

static void test_damage(void) {
    put("empty.zip", "");
    put("noise.tar.gz", "this is no archive at all, whatever its name says");
    CU_ASSERT(refused("empty.zip", "damaged") && refused("noise.tar.gz", "damaged"));
    one_more("cut.tar.gz", "x", AE_IFREG, NULL, 100000);
    one_more("cut.zip", "x", AE_IFREG, NULL, 100000);
    one_more("cut.tar", "x", AE_IFREG, NULL, 100000);
    CU_ASSERT_EQUAL(truncate(at("cut.tar.gz"), 150), 0);
    CU_ASSERT_EQUAL(truncate(at("cut.zip"), 150), 0);
    CU_ASSERT_EQUAL(truncate(at("cut.tar"), 50000), 0);
    CU_ASSERT(refused("cut.tar.gz", "cut off") && refused("cut.zip", "cut off") &&
              refused("cut.tar", "cut off"));
    struct archive *a = archive_write_new();
    archive_write_set_format_zip(a);
    archive_write_set_options(a, "zip:encryption=traditional");
    archive_write_set_passphrase(a, "secret");
    archive_write_open_filename(a, at("locked.zip"));
    add_text(a, "01_serial_radix.c", "mine");
    end(a);
    CU_ASSERT(refused("locked.zip", "encrypted"));
}

static void test_folders(void) {
    put("secret/01_serial_radix.c", "somebody else's");
    mkdir(at("s1"), 0755);
    mkdir(at("s2"), 0755);
    mkdir(at("s3"), 0755);
    sh("ln -s ../secret/01_serial_radix.c s1/%s", "01_serial_radix.c");
    sh("ln -s ../secret s2/%s", "01_serial_radix");
    sh("ln secret/01_serial_radix.c s3/%s", "01_serial_radix.c");
    CU_ASSERT(file_refused("s1", 0, "symbolic link"));
    CU_ASSERT(file_refused("s3", 0, "hard link"));
    take("s2");
    CU_ASSERT(!t.best[0].bytes);
    sh("ln -s secret %s", "s4");
    CU_ASSERT(refused("s4", "symbolic link"));
    mkdir(at("s5"), 0755);
    mkfifo(at("s5/01_serial_radix.c"), 0644);
    CU_ASSERT(file_refused("s5", 0, "not a plain file"));
    mkfifo(at("s6.tar"), 0644);
    CU_ASSERT(refused("s6.tar", "neither a folder nor a plain file"));
}

/* Nothing of git's goes on in the background, among the files that are damaged below. */
static const char init[] = "git init -q -b main %s && cd %s && git config user.name x && "
                           "git config user.email x && git config maintenance.auto false && "
                           "echo committed >01_serial_radix.c && ";

static void commit(const char *name, const char *more) {
    char command[1500];
    snprintf(command, sizeof command, "%s%s", init, more);
    sh(command, name);
}

static void test_repositories(void) {
    commit("r1", "git add . && git commit -qm 1 && echo newer >01_serial_radix.c");
    CU_ASSERT(took("r1", 0, "committed\n") && t.committed > 1000000000);
    sh("git clone -q --bare r1 %s", "r2.git");
    sh("cd %s && git pack-refs --all", "r2.git");
    CU_ASSERT(took("r2.git", 0, "committed\n"));
    commit("r3", "true");
    CU_ASSERT(refused("r3", "no commit"));
    sh("git clone -q -s r1 %s", "r4");
    CU_ASSERT(refused("r4", "another one (alternates)"));
    commit("r5", "git add . && git commit -qm 1 && find .git/objects -type f | xargs chmod u+w && "
                 "for f in .git/objects/*/*; do echo x >$f; done");
    CU_ASSERT(refused("r5", "missing or damaged"));
    /* Commands that a repository would have run. */
    commit("r6", "echo '* filter=evil' >.gitattributes && git add . && git commit -qm 1 && "
                 "git config filter.evil.smudge \"touch $PWD/../ran; cat\" && "
                 "git config core.fsmonitor \"touch $PWD/../ran\" && git config core.pager \"touch "
                 "$PWD/../ran\" && "
                 "git config tar.tar.command \"touch $PWD/../ran\" && echo \"touch $PWD/../ran\" "
                 ">.git/hooks/post-checkout && chmod +x .git/hooks/*");
    CU_ASSERT(took("r6", 0, "committed\n"));
    CU_ASSERT(access(at("ran"), F_OK) != 0);
    commit("r7", "ln -s 01_serial_radix.c link && git add . && git commit -qm 1");
    CU_ASSERT(took("r7", 0, "committed\n"));
}

/* What an entry's name says: the name, the number, whether it is late, and a time. */
static void said(const char *entry, const char *name, const char *number, bool late, int64_t when) {
    struct name_said s = name_read(entry, 3600);
    char *shown = name_shown(entry, &s);
    CU_ASSERT_STRING_EQUAL(shown, name);
    CU_ASSERT_STRING_EQUAL(s.number, number);
    CU_ASSERT(s.late == late && s.when == when);
    free(shown);
}

static void test_names(void) {
    enum { DAY = 86400, NOV_30 = 1795996800 }; /* 2026-11-30T00:00:00Z */
    said("Anna Blum_1234_assignsubmission_file_", "Anna Blum", "1234", false, 0);
    said("J\u00f6rg M\u00fcller_1234_assignsubmission_file_lab.zip", "J\u00f6rg M\u00fcller",
         "1234", false, 0);
    said("Anna Blum_assignsubmission_file", "Anna Blum", "", false, 0);
    said("blumanna_LATE_4711_815000_lab-1.zip", "blumanna", "4711", true, 0);
    said("blumanna_4711_815000_03_atomic_merge.zip", "blumanna", "4711", false, 0);
    said("Lab 3_ablum_attempt_2026-11-30-23-59-00_lab.zip", "ablum", "", false,
         NOV_30 + 23 * 3600 - 60);
    said("4711-815000 - Anna Blum - Nov 30, 2026 1159 PM", "Anna Blum", "4711", false,
         NOV_30 + 23 * 3600 - 60);
    said("4711-815000 - Anna Blum - Nov 30, 2026 905 AM - lab.zip", "Anna Blum", "4711", false,
         NOV_30 + 8 * 3600 + 300);
    said("s123.tar.gz", "s123", "", false, 0);
    said("Jo\u0308rg", "J\u00f6rg", "", false, 0); /* as a Mac spells it */
    said("a\x1b[31m\n\xff", "a\\x1b[31m\\x0a\\xff", "", false, 0);
    said("a_2026_1", "a_2026_1", "", false, 0);
}

static void test_files(void) {
    char name[CLASS_NAME], longest[400];
    name_of_file("J\u00f6rg M\u00fcller", name);
    CU_ASSERT_STRING_EQUAL(name, "J\u00f6rg_M\u00fcller");
    name_of_file("-x/..", name);
    CU_ASSERT_STRING_EQUAL(name, "+2Dx+2F..");
    name_of_file("\u202eevil", name);
    CU_ASSERT_STRING_EQUAL(name, "+E2+80+AEevil");
    for (size_t i = 0; i < 398; i += 2) memcpy(longest + i, "\u00fc", 3);
    name_of_file(longest, name);
    CU_ASSERT(strlen(name) < CLASS_NAME && strstr(name, "\u00fc-"));

    struct class_student twins[] = {{.entry = "anna.zip"}, {.entry = "anna"}, {.entry = "bert"}};
    for (int i = 0; i < 3; i++) {
        twins[i].said = name_read(twins[i].entry, 0);
        twins[i].id = twins[i].shown = name_shown(twins[i].entry, &twins[i].said);
        name_of_file(twins[i].shown, twins[i].name);
    }
    names_settle(twins, 3);
    CU_ASSERT_STRING_EQUAL(twins[0].name, "anna");
    CU_ASSERT_STRING_EQUAL(twins[1].name, "anna.zip");
    CU_ASSERT_STRING_EQUAL(twins[2].name, "bert");
    for (int i = 0; i < 3; i++) free(twins[i].shown);
}

/* Programs do not agree on which of two counts, so none does. */
static void test_twice(void) {
    static const char *const twins[][2] = {
        {"01_serial_radix.c", "01_serial_radix.c"},
        {"01_serial_radix.c", "./01_serial_radix.c"},
        {"a/01_serial_radix.c", "a//01_serial_radix.c"},
        {"a/01_serial_radix.c", "a\\01_serial_radix.c"},
        {"01_serial_radix.c", "01_Serial_Radix.C"},
        {"J\u00f6rg/01_serial_radix.c", "Jo\u0308rg/01_serial_radix.c"},
        {"readme", "readme"}};
    for (size_t i = 0; i < 2 * sizeof twins / sizeof *twins; i++) {
        const char *name = i % 2 ? "twice.zip" : "twice.tar";
        struct archive *a = begin(name, i % 2);
        add_text(a, twins[i / 2][0], "mine");
        add_text(a, twins[i / 2][1], "another's");
        end(a);
        CU_ASSERT(refused(name, "two members of one name"));
    }
    struct archive *a = begin("apart.zip", true);
    add_text(a, "01_serial_radix.c", "mine");
    add_text(a, "old/01_serial_radix.c", "mine, too");
    add_text(a, "a_b", "");
    add_text(a, "a b", "");
    end(a);
    CU_ASSERT(took("apart.zip", 0, "mine"));
}

static const struct unit_test tests[] = {
    {"a lab's file is found in each layout, and the kit's own goes first", test_layouts},
    {"archives of all kinds are read, also inside an LMS's folder", test_archives},
    {"paths that lead out, links, devices and odd names refuse an archive", test_entries},
    {"bombs are refused, and a file too large alone", test_bombs},
    {"what is empty, cut off, encrypted or no archive is refused", test_damage},
    {"in a folder no link is followed and nothing but plain files is read", test_folders},
    {"of a repository HEAD is taken, and nothing of it is run", test_repositories},
    {"an archive with two members of one name is refused", test_twice},
    {"entries say whose they are, in UTF-8, and when an LMS got them", test_names},
    {"names of files differ, and are plain", test_files},
};

int main(void) {
    char in[600];
    unsetenv("GIT_DIR");
    if (!mkdtemp(top)) return 2;
    snprintf(in, sizeof in, "%s/in", top);
    mkdir(in, 0755);
    int code = unit_main("intake", tests, sizeof tests / sizeof *tests);
    class_remove(top);
    return code;
}
