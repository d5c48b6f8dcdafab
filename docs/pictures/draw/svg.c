#include "svg.h"
#include "common/simt/run/said.h"

#include <stdarg.h>

/* Boxes and letters on them, for light and for dark. Blue, orange and grey are told apart by all eyes. */
static const char STYLE[] =
    "text{font-family:\"Source Sans 3\",\"Noto Sans\",\"DejaVu "
    "Sans\",sans-serif;font-size:32px;fill:var(--ink)}"
    ".muted{fill:var(--muted)}.strong{font-weight:700}.blue{fill:var(--blue);font-weight:700}"
    ".warm{fill:var(--warm);font-weight:700}.big{font-size:38px;font-weight:700}"
    "line,path{stroke:var(--line);stroke-width:3;fill:none}.head{fill:var(--line);stroke:none}"
    "line.ink,path.ink{stroke:var(--ink);stroke-width:4}.head.ink{fill:var(--ink)}"
    "line.blue,path.blue{stroke:var(--blue);stroke-width:4;fill:none}path.head.blue{fill:var(--"
    "blue);stroke:none}"
    "line.warm,path.warm{stroke:var(--warm);stroke-width:4;fill:none}path.head.warm{fill:var(--"
    "warm);stroke:none}"
    "line.dash{stroke-dasharray:10 10}"
    "rect,circle{stroke:var(--line);stroke-width:2}.ground{fill:var(--paper);stroke:none}"
    ".i0{fill:var(--paper)}.i1{fill:var(--fill1);stroke:var(--blue)}.i2{fill:var(--fill2);stroke:"
    "var(--warm)}"
    ".i3{fill:var(--fill3);stroke:var(--muted)}.i4{fill:none;stroke-dasharray:6 "
    "6}.i5{fill:var(--blue);stroke:var(--"
    "blue)}.on5{fill:var(--paper)}\n"
    "svg{--ink:#1d1f24;--muted:#565b66;--line:#8b909b;--paper:#ffffff;--blue:#2f4fc4;--warm:#"
    "b35309;"
    "--fill1:#d9e1fb;--fill2:#f5c98f;--fill3:#e3e3de}\n"
    "@media (prefers-color-scheme: "
    "dark){svg{--ink:#eceef2;--muted:#abb1bd;--line:#7c8390;--paper:#1a1c20;"
    "--blue:#9db1ff;--warm:#f2a65a;--fill1:#2b3972;--fill2:#6d4213;--fill3:#3a3d45}}\n";

/* In the picture's language. */
static void put_escaped(FILE *file, const char *english) {
    char in_words[3000];
    const char *text = said_whole(english, in_words, sizeof(in_words));
    for (; *text; text++) {
        const char *entity = *text == '<'   ? "&lt;"
                             : *text == '>' ? "&gt;"
                             : *text == '&' ? "&amp;"
                                            : NULL;
        if (entity)
            fputs(entity, file);
        else
            fputc(*text, file);
    }
}

const char *svg_language = "";

void svg_begin_wide(struct svg *svg, FILE *file, int width, int height, const char *title,
                    const char *description) {
    *svg = (struct svg){file, width, height, 1};
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\"%s%s%s width=\"%d\" height=\"%d\" "
            "viewBox=\"%d %d %d "
            "%d\" role=\"img\">\n<title>",
            *svg_language ? " xml:lang=\"" : "", svg_language, *svg_language ? "\"" : "",
            width + 2 * MARGIN, height + 2 * MARGIN, -MARGIN, -MARGIN, width + 2 * MARGIN,
            height + 2 * MARGIN);
    put_escaped(file, title);
    fputs("</title>\n<desc>", file);
    put_escaped(file, description);
    fprintf(file, "</desc>\n<style>%s</style>\n", STYLE);
    fprintf(file, "<rect class=\"ground\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
            -MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN);
}

void svg_begin(struct svg *svg, FILE *file, int height, const char *title,
               const char *description) {
    svg_begin_wide(svg, file, PICTURE_WIDTH, height, title, description);
}

void svg_step(struct svg *svg) {
    fputs(svg->step++ == 1 ? "<g class=\"step\">\n" : "</g>\n<g class=\"step\">\n", svg->file);
}

void svg_end(struct svg *svg) {
    fputs(svg->step == 1 ? "</svg>\n" : "</g>\n</svg>\n", svg->file);
}

void svg_text(struct svg *svg, int x, int y, enum anchor anchor, const char *class,
              const char *format, ...) {
    static const char *const ANCHORS[] = {"start", "middle", "end"};
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fprintf(svg->file, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" class=\"%s\">", x, y,
            ANCHORS[anchor], class);
    put_escaped(svg->file, text);
    fputs("</text>\n", svg->file);
}

void svg_box(struct svg *svg, int x, int y, int width, int height, enum ink ink) {
    fprintf(svg->file,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" class=\"i%d\"/>\n", x, y,
            width, height, width < 20 ? 2 : 6, ink);
}

void svg_line(struct svg *svg, int x, int y, int to_x, int to_y, const char *class) {
    fprintf(svg->file, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" class=\"%s\"/>\n", x, y, to_x,
            to_y, class);
}

/* A head that points along the greater of dx and dy. */
static void head(struct svg *svg, int x, int y, int dx, int dy, const char *class) {
    int across = dx * dx > dy * dy, way = (across ? dx : dy) < 0 ? -1 : 1;
    if (across)
        fprintf(svg->file, "<path d=\"M%d %dl%d -9v18z\" class=\"head %s\"/>\n", x, y, -18 * way,
                class);
    else
        fprintf(svg->file, "<path d=\"M%d %dl-9 %dh18z\" class=\"head %s\"/>\n", x, y, -18 * way,
                class);
}

void svg_arrow(struct svg *svg, int x, int y, int to_x, int to_y, const char *class) {
    int dx = to_x - x, dy = to_y - y, across = dx * dx > dy * dy;
    svg_line(svg, x, y, to_x - (across ? (dx < 0 ? -12 : 12) : 0),
             to_y - (across   ? 0
                     : dy < 0 ? -12
                              : 12),
             class);
    head(svg, to_x, to_y, dx, dy, class);
}

void svg_curve(struct svg *svg, int x, int y, int to_x, int to_y, const char *class) {
    int way = to_y < y ? -1 : 1, end = to_y - 14 * way, bend = (end - y) / 2;
    fprintf(svg->file, "<path d=\"M%d %dC%d %d %d %d %d %d\" class=\"%s\"/>\n", x, y, x, y + bend,
            to_x, end - bend, to_x, end, class);
    head(svg, to_x, to_y, 0, way, class);
}

void svg_dot(struct svg *svg, int x, int y, int radius, enum ink ink) {
    fprintf(svg->file, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" class=\"i%d\"/>\n", x, y, radius, ink);
}

void svg_key(struct svg *svg, int x, int y, int width, uint32_t key, enum ink ink) {
    svg_box(svg, x, y, width, CELL - 8, ink);
    svg_text(svg, x + width / 2, y + CELL / 2 + 7, MIDDLE,
             ink == DONE    ? "strong on5"
             : ink == FAINT ? "muted"
                            : "strong",
             "%u", key);
}
