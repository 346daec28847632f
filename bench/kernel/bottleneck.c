/*
 * A bottleneck between this machine's own TCP and itself, for comparing the simulator with a kernel: two network
 * namespaces, a TUN device in each, and one process that carries packets from one device to the other. It needs no
 * queue discipline, no netem, and no privileges where the system lets anyone make namespaces.
 *
 *   senders -> [jitter] -> [loss] -> [drop-tail queue -> link] -> [reordering] -> [half the RTT] -> receivers
 *           <-                              [half the RTT]                                       <-
 *
 * Queue and link are computed, not waited for: a packet's departure is known when it arrives, and the only thing done
 * in real time is handing it over when it is due. How late that happens is measured and printed; a run that was late is
 * not valid (`lateness_us`, `valid`). Flows run on top, in the same thread, so that data are read as they come; each
 * sends without end, or a number of bytes (`--transfer`). The link may be silent for a while (`--gap`), chosen packets
 * may be lost (`--lose`), and packets may be overtaken by later ones, as docs/model.md has it (`--reorder`).
 *
 * Prints one JSON object. Exit code 77: namespaces or TUN are refused here (the reason is on standard error).
 * Not here: what is compared with what (bench/validate/kernel.mjs).
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/if_tun.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { MTU = 1500, MAX_FLOWS = 128, MAX_SETTINGS = 32, PORT = 5001, FIRST_PORT = 10001, REFUSED = 77, NO_FLOW = -1 };
enum { MAX_MOMENTS = 16, MAX_LOST = 16, MAX_RESENT = 8, WINDOW_BYTES = 1 << 24, SYN = 0 };
enum { LATE_BUCKETS = 100000, STALL = 1000000, LONGEST_STALL = 100000000 };
static const double SECOND = 1e9;

typedef int64_t Nanoseconds;

/* ---- what is asked for ---- */

typedef struct {
    const char *algorithm;
    double start_s;
} FlowAsked;

static struct {
    double rate_bps, rtt_ms, loss, jitter_ms, warm_s, duration_s, gap_s, gap_length_s, reorder;
    int queue_packets;
    unsigned depth;
    long transfer_bytes;
    uint64_t lost[MAX_LOST];
    int lost_count;
    double moments_s[MAX_MOMENTS];
    int moment_count;
    uint64_t seed;
    bool offload, quick_acks;
    const char *trace;
    FlowAsked flows[MAX_FLOWS];
    int flow_count;
    char *settings[MAX_SETTINGS];
    int setting_count;
} asked = { .rate_bps = 10e6, .rtt_ms = 40, .warm_s = 10, .duration_s = 60, .queue_packets = 84, .seed = 1 };

/* ---- what happens ---- */

typedef struct Packet {
    struct Packet *next;
    Nanoseconds due;
    uint64_t after;
    int flow;
    size_t length;
    uint8_t bytes[];
} Packet;

/* Packets that wait until they are due; each waits equally long, so that they leave as they came. */
typedef struct {
    Packet *first, *last;
} Line;

/* Packets of a flow that have left the link and are held until `after` others have passed, or until they are due. */
typedef struct {
    Line held;
    uint64_t passed;
} Overtaken;

/* Which bytes a receiver has got, by the packets handed to it: all before `next`, and those marked beyond it. */
typedef struct {
    bool begun;
    uint32_t next;
    uint8_t *beyond;
} Received;

/* The sender's window at a moment. */
typedef struct {
    uint32_t cwnd, ssthresh;
    int state;
} Window;

typedef struct {
    uint64_t arrived, dropped_queue, dropped_random, accepted;
} Counts;

typedef struct {
    int sender, receiver;
    bool connecting, connected, begun;
    Counts counts;
    Overtaken overtaken;
    Received handed;
    long fed;
    uint64_t received, events, cwnd_samples, packets, needless, whole;
    uint32_t highest, origin, syns;
    double completed_s, first_sent_s, resent_s[MAX_RESENT];
    int resent_count;
    Window moments[MAX_MOMENTS], completed;
    int moment_count;
    double cwnd_sum, epoch_sum;
    uint64_t epochs;
    Nanoseconds last_event;
    struct tcp_info last;
    uint32_t timeouts, retransmits_at_warm, timeouts_at_warm, duplicates_at_warm;
} Flow;

static Flow flows[MAX_FLOWS];
static Counts total;
static double waited_ns;
static uint32_t late[LATE_BUCKETS + 1];
static uint64_t releases;
static Nanoseconds latest, stalled, stalled_until, begun, link_free, one_way;
static uint64_t random_state, reorder_state;
static FILE *trace;

static void refuse(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(REFUSED);
}

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static Nanoseconds now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (Nanoseconds)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* splitmix64. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* Uniform in [0, 1). */
static double draw(uint64_t *state) { return (double)(next_random(state) >> 11) * 0x1p-53; }

static double since_begin(Nanoseconds at) { return (double)(at - begun) / SECOND; }

/* The time counts: warm-up is over, and the end has not come. */
static bool counts(Nanoseconds at) {
    double t = since_begin(at);
    return t >= asked.warm_s && t < asked.warm_s + asked.duration_s;
}

/* ---- namespaces and devices ---- */

static void write_file(const char *path, const char *text, bool must) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0) close(file);
    if (!written && must) fail(path);
}

/* Sets net.ipv4.NAME in the current namespace; `NAME=VALUE`. */
static void set(const char *assignment, bool must) {
    char path[256];
    const char *equals = strchr(assignment, '=');
    if (!equals) {
        fprintf(stderr, "%s: NAME=VALUE is wanted\n", assignment);
        exit(2);
    }
    snprintf(path, sizeof path, "/proc/sys/net/ipv4/%.*s", (int)(equals - assignment), assignment);
    write_file(path, equals + 1, must);
}

static void own_network(void) {
    if (unshare(CLONE_NEWNET) == 0) return;
    int user = (int)getuid(), group = (int)getgid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) refuse("network namespaces are refused");
    char map[64];
    write_file("/proc/self/setgroups", "deny", false);
    snprintf(map, sizeof map, "0 %d 1", user);
    write_file("/proc/self/uid_map", map, true);
    snprintf(map, sizeof map, "0 %d 1", group);
    write_file("/proc/self/gid_map", map, true);
}

static void control(int socket_, unsigned long request, struct ifreq *of, const char *what) {
    if (ioctl(socket_, request, of) != 0) fail(what);
}

static void offload(int socket_, struct ifreq *device, uint32_t command, bool on) {
    struct ethtool_value value = { .cmd = command, .data = on };
    device->ifr_data = (char *)&value;
    if (ioctl(socket_, SIOCETHTOOL, device) != 0) fail("segmentation offload");
}

/* A TUN device in the current namespace, with an address of 10.0.0.0/24, and the sysctls set; its descriptor. */
static int network(const char *address) {
    int tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (tun < 0) refuse("/dev/net/tun");
    struct ifreq device = { .ifr_flags = IFF_TUN | IFF_NO_PI };
    strcpy(device.ifr_name, "path");
    if (ioctl(tun, TUNSETIFF, &device) != 0) refuse("a TUN device is refused");
    int socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    /* Nothing is lost before the bottleneck; without privileges the usual 500 packets must do. */
    device.ifr_qlen = 10000;
    if (ioctl(socket_, SIOCSIFTXQLEN, &device) != 0 && errno != EPERM) fail("length of the device's queue");
    device.ifr_mtu = MTU;
    control(socket_, SIOCSIFMTU, &device, "MTU");
    struct sockaddr_in *in = (struct sockaddr_in *)&device.ifr_addr;
    *in = (struct sockaddr_in){ .sin_family = AF_INET };
    inet_pton(AF_INET, address, &in->sin_addr);
    control(socket_, SIOCSIFADDR, &device, "address");
    inet_pton(AF_INET, "255.255.255.0", &in->sin_addr);
    control(socket_, SIOCSIFNETMASK, &device, "netmask");
    offload(socket_, &device, ETHTOOL_SGSO, asked.offload);
    control(socket_, SIOCGIFFLAGS, &device, "flags");
    device.ifr_flags |= IFF_UP | IFF_RUNNING;
    control(socket_, SIOCSIFFLAGS, &device, "up");
    close(socket_);
    /* Windows are never the limit; nothing is remembered of earlier connections; packets are those of the simulator. */
    set("tcp_wmem=4096 4194304 16777216", true);
    set("tcp_rmem=4096 16777216 16777216", true);
    set("tcp_no_metrics_save=1", true);
    set("tcp_ecn=0", true);
    set("tcp_timestamps=0", true);
    for (int i = 0; i < asked.setting_count; i++) set(asked.settings[i], true);
    return tun;
}

/* ---- flows ---- */

static struct sockaddr_in place(const char *address, int port) {
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    inet_pton(AF_INET, address, &at.sin_addr);
    return at;
}

static int stream(void) {
    int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket_ < 0) fail("socket");
    return socket_;
}

static void make_senders(void) {
    for (int i = 0; i < asked.flow_count; i++) {
        Flow *flow = &flows[i];
        *flow = (Flow){ .sender = stream(), .receiver = -1 };
        struct sockaddr_in own = place("10.0.0.1", FIRST_PORT + i);
        if (bind(flow->sender, (struct sockaddr *)&own, sizeof own) != 0) fail("bind");
        int on = 1; /* a transfer's last packet, which is short, is not kept back */
        if (asked.transfer_bytes > 0) setsockopt(flow->sender, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const char *algorithm = asked.flows[i].algorithm;
        if (setsockopt(flow->sender, IPPROTO_TCP, TCP_CONGESTION, algorithm, (socklen_t)strlen(algorithm)) != 0)
            refuse(algorithm);
    }
}

static int listener(void) {
    int socket_ = stream();
    struct sockaddr_in own = place("10.0.0.2", PORT);
    if (bind(socket_, (struct sockaddr *)&own, sizeof own) != 0 || listen(socket_, MAX_FLOWS) != 0) fail("listen");
    return socket_;
}

static void accept_flows(int listening) {
    for (;;) {
        struct sockaddr_in from;
        socklen_t size = sizeof from;
        int socket_ = accept4(listening, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket_ < 0) return;
        int flow = ntohs(from.sin_port) - FIRST_PORT;
        if (flow >= 0 && flow < asked.flow_count) flows[flow].receiver = socket_;
        else close(socket_);
    }
}

static const char nothing[1 << 18];

static bool all_fed(const Flow *flow) { return asked.transfer_bytes > 0 && flow->fed == asked.transfer_bytes; }

/* Keeps the socket's buffer full, as long as there are data. */
static void feed(Flow *flow) {
    while (!all_fed(flow)) {
        size_t size = sizeof nothing;
        if (asked.transfer_bytes > 0 && asked.transfer_bytes - flow->fed < (long)size)
            size = (size_t)(asked.transfer_bytes - flow->fed);
        ssize_t written = write(flow->sender, nothing, size);
        if (written < 0) {
            if (errno != EAGAIN && errno != ENOTCONN) fail("write");
            return;
        }
        flow->connected = true;
        flow->fed += written;
    }
}

static Window last_window(const Flow *flow) {
    return (Window){ flow->last.tcpi_snd_cwnd, flow->last.tcpi_snd_ssthresh, flow->last.tcpi_ca_state };
}

static void take(Flow *flow, Nanoseconds at) {
    static char data[1 << 18];
    ssize_t got;
    while ((got = read(flow->receiver, data, sizeof data)) > 0) {
        if (counts(at)) flow->received += (uint64_t)got;
        flow->whole += (uint64_t)got;
        if ((long)flow->whole == asked.transfer_bytes) {
            flow->completed_s = since_begin(at) - asked.flows[flow - flows].start_s;
            flow->completed = last_window(flow);
        }
        if (asked.quick_acks) {
            int on = 1;
            setsockopt(flow->receiver, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
        }
    }
}

/* Fields that older headers lack follow `tcpi_snd_wnd`: the receiver's window, a count of rehashes, timeouts. */
typedef struct {
    struct tcp_info info;
    uint8_t more[128];
} LongInfo;

static uint32_t timeouts(const LongInfo *info, socklen_t size) {
    size_t at = offsetof(struct tcp_info, tcpi_snd_wnd) + 12;
    uint16_t timeouts_;
    if (size < at + sizeof timeouts_) return 0;
    memcpy(&timeouts_, (const uint8_t *)info + at, sizeof timeouts_);
    return timeouts_;
}

static const char *state_name(int state) {
    static const char *const names[] = { "open", "disorder", "cwr", "recovery", "loss" };
    return state >= 0 && state < 5 ? names[state] : "?";
}

/* Looks at a sender after an acknowledgement or when it retransmits, and notes what has changed. */
static void look(Flow *flow, Nanoseconds at, bool acknowledged) {
    LongInfo long_info;
    memset(&long_info, 0, sizeof long_info);
    socklen_t size = sizeof long_info;
    if (getsockopt(flow->sender, IPPROTO_TCP, TCP_INFO, &long_info, &size) != 0) return;
    struct tcp_info *info = &long_info.info, *last = &flow->last;
    flow->timeouts = timeouts(&long_info, size);
    if (!counts(at)) {
        if (since_begin(at) < asked.warm_s) {
            flow->retransmits_at_warm = info->tcpi_total_retrans;
            flow->timeouts_at_warm = flow->timeouts;
            flow->duplicates_at_warm = info->tcpi_dsack_dups;
        }
    } else if (acknowledged) {
        flow->cwnd_samples++;
        flow->cwnd_sum += info->tcpi_snd_cwnd;
    }
    /* The window at a moment is that of the last look before it. */
    while (flow->moment_count < asked.moment_count && since_begin(at) >= asked.moments_s[flow->moment_count])
        flow->moments[flow->moment_count++] = last_window(flow);
    /* A new cut: recovery (3) or a timeout (4), or a second one before the first is over. */
    bool cut = info->tcpi_ca_state >= 3 &&
               (info->tcpi_ca_state != last->tcpi_ca_state || info->tcpi_snd_ssthresh != last->tcpi_snd_ssthresh);
    if (cut) {
        flow->events += counts(at);
        if (flow->last_event > 0 && counts(at)) {
            flow->epochs++;
            flow->epoch_sum += (double)(at - flow->last_event) / SECOND;
        }
        flow->last_event = at;
    }
    bool changed = cut || info->tcpi_snd_cwnd != last->tcpi_snd_cwnd || info->tcpi_ca_state != last->tcpi_ca_state ||
                   info->tcpi_snd_ssthresh != last->tcpi_snd_ssthresh;
    if (trace && changed) {
        int in_flight = (int)(info->tcpi_unacked - info->tcpi_sacked - info->tcpi_lost + info->tcpi_retrans);
        fprintf(trace, "%.6f,%d,%s,%u,%d,%d,%s,%.3f,%.3f,%.3f\n", since_begin(at), (int)(flow - flows),
                asked.flows[flow - flows].algorithm, info->tcpi_snd_cwnd,
                info->tcpi_snd_ssthresh > 1000000 ? -1 : (int)info->tcpi_snd_ssthresh, in_flight,
                state_name(info->tcpi_ca_state), info->tcpi_rtt / 1e3, info->tcpi_min_rtt / 1e3,
                info->tcpi_rto / 1e3);
    }
    *last = *info;
}

/* ---- the bottleneck ---- */

static void append(Line *line, Packet *packet) {
    packet->next = NULL;
    if (line->first) line->last->next = packet;
    else line->first = packet;
    line->last = packet;
}

static Packet *take_first(Line *line) {
    Packet *first = line->first;
    line->first = first->next;
    return first;
}

static Packet *packet(const uint8_t *bytes, size_t length, Nanoseconds due, int flow) {
    Packet *made = malloc(sizeof *made + length);
    if (!made) fail("memory");
    made->due = due;
    made->flow = flow;
    made->length = length;
    memcpy(made->bytes, bytes, length);
    return made;
}

/* TCP's payload in bytes, or -1 if it is not TCP over IPv4; and the port of the sender's side. */
static int payload(const uint8_t *bytes, ssize_t length, bool data, int *flow) {
    if (length < 40 || bytes[0] >> 4 != 4 || bytes[9] != IPPROTO_TCP) return -1;
    int header = (bytes[0] & 15) * 4;
    const uint8_t *tcp = bytes + header;
    int port = data ? tcp[0] << 8 | tcp[1] : tcp[2] << 8 | tcp[3];
    *flow = port - FIRST_PORT >= 0 && port - FIRST_PORT < asked.flow_count ? port - FIRST_PORT : NO_FLOW;
    return (int)length - header - (tcp[12] >> 4) * 4;
}

/* Starts of the transmissions of packets that have not begun theirs: as many as there are in the queue. */
static Nanoseconds *starts;
static size_t starts_first, starts_count, starts_room;

static size_t queued(Nanoseconds at) {
    while (starts_count > 0 && starts[starts_first] <= at) {
        starts_first = (starts_first + 1) % starts_room;
        starts_count--;
    }
    return starts_count;
}

/* When a transmission that begins at `start` ends: the link's gap interrupts it. */
static Nanoseconds sent(Nanoseconds start, size_t length) {
    Nanoseconds gap = begun + (Nanoseconds)(asked.gap_s * SECOND);
    Nanoseconds gap_end = gap + (Nanoseconds)(asked.gap_length_s * SECOND);
    if (start > gap && start < gap_end) start = gap_end;
    Nanoseconds end = start + (Nanoseconds)((double)length * 8 * SECOND / asked.rate_bps);
    return start <= gap && end > gap ? end + (gap_end - gap) : end;
}

/* Lets those held packets go on that have waited until `at`, or that enough later ones have passed by then. */
static void let_go(Overtaken *of, Nanoseconds at, Line *line) {
    for (Packet *first = of->held.first; first; first = of->held.first) {
        bool passed = first->after <= of->passed;
        if (!passed && first->due > at) return;
        first->due = (passed ? at : first->due) + one_way;
        append(line, take_first(&of->held));
    }
}

/* A packet has left the link: it goes on, or is held until `depth` later ones have passed, at most a base RTT. */
static void pass(Packet *left, bool data, Nanoseconds at, Line *line) {
    Overtaken *of = &flows[left->flow].overtaken;
    let_go(of, at, line);
    if (data && asked.reorder > 0 && draw(&reorder_state) < asked.reorder) {
        left->after = of->passed + asked.depth;
        left->due = at + 2 * one_way;
        append(&of->held, left);
        return;
    }
    left->due = at + one_way;
    append(line, left);
    of->passed += data;
    let_go(of, at, line);
}

static uint32_t sequence(const uint8_t *bytes) {
    uint32_t number;
    memcpy(&number, bytes + (bytes[0] & 15) * 4 + 4, sizeof number);
    return ntohl(number);
}

/* A receiver gets a packet; whether it had all of its bytes. Bytes further ahead than any window are not remembered. */
static bool had(Received *of, uint32_t from, uint32_t length) {
    if (!of->begun) {
        *of = (Received){ true, from, calloc(1, WINDOW_BYTES) };
        if (!of->beyond) fail("memory");
    }
    bool all = true;
    for (uint32_t i = from; i != from + length; i++) {
        if ((int32_t)(i - of->next) < 0) continue;
        uint8_t *byte = &of->beyond[i % WINDOW_BYTES];
        if (!*byte) all = false;
        *byte = 1;
    }
    for (; of->beyond[of->next % WINDOW_BYTES]; of->next++) of->beyond[of->next % WINDOW_BYTES] = 0;
    return all;
}

/* A packet is one of those to be lost: the SYN, or the n-th with data of its flow. */
static bool chosen(uint64_t number) {
    for (int i = 0; i < asked.lost_count; i++)
        if (asked.lost[i] == number) return true;
    return false;
}

/* A data packet comes to the bottleneck: it is lost, refused, or gets its place in the queue and a time to leave. */
static void arrive(const uint8_t *bytes, size_t length, int flow, Nanoseconds at, Line *line) {
    bool data = payload(bytes, (ssize_t)length, true, &flow) > 0, counted = counts(at) && data;
    Counts *own = &flows[flow].counts;
    if (counted) {
        total.arrived++;
        own->arrived++;
    }
    bool first_syn = (bytes[(bytes[0] & 15) * 4 + 13] & 2) && flows[flow].syns++ == 0;
    bool lost = chosen(data ? ++flows[flow].packets : first_syn ? SYN : UINT64_MAX);
    if (lost || (data && asked.loss > 0 && draw(&random_state) < asked.loss)) {
        if (counted) {
            total.dropped_random++;
            own->dropped_random++;
        }
        return;
    }
    if (queued(at) >= (size_t)asked.queue_packets && link_free > at) {
        if (counted) {
            total.dropped_queue++;
            own->dropped_queue++;
        }
        if (trace) fprintf(trace, "%.6f,%d,drop,,,,,,,\n", since_begin(at), flow);
        return;
    }
    Nanoseconds start = link_free > at ? link_free : at;
    link_free = sent(start, length);
    if (start > at) starts[(starts_first + starts_count++) % starts_room] = start;
    if (counted) {
        total.accepted++;
        own->accepted++;
        waited_ns += (double)(start - at);
    }
    pass(packet(bytes, length, link_free, flow), data, link_free, line);
}

/* A sender sends a packet with data: a retransmission is looked at, because it may begin something. */
static void note_sent(Flow *flow, uint32_t from, uint32_t length, Nanoseconds at) {
    if (!flow->begun) {
        flow->origin = flow->highest = from;
        flow->first_sent_s = since_begin(at);
    }
    flow->begun = true;
    if ((int32_t)(from - flow->highest) >= 0) {
        flow->highest = from + length;
        if (trace)
            fprintf(trace, "%.6f,%d,sent,%u,,,,,,\n", since_begin(at), (int)(flow - flows), from - flow->origin);
        return;
    }
    if (trace)
        fprintf(trace, "%.6f,%d,resent,%u,,,,,,\n", since_begin(at), (int)(flow - flows), from - flow->origin);
    if (flow->resent_count < MAX_RESENT) flow->resent_s[flow->resent_count++] = since_begin(at);
    look(flow, at, false);
}

/* Packets of the senders; with jitter each waits up to so long before it comes to the bottleneck, order kept. */
static void take_data(int tun, Line *jittered, Line *line) {
    static Nanoseconds last_due;
    uint8_t bytes[65536];
    ssize_t length;
    while ((length = read(tun, bytes, sizeof bytes)) > 0) {
        Nanoseconds at = now();
        int flow;
        int size = payload(bytes, length, true, &flow);
        if (size < 0 || flow == NO_FLOW) continue;
        if (size > 0) note_sent(&flows[flow], sequence(bytes), (uint32_t)size, at);
        if (asked.jitter_ms <= 0) {
            arrive(bytes, (size_t)length, flow, at, line);
            continue;
        }
        Nanoseconds due = at + (Nanoseconds)(draw(&random_state) * asked.jitter_ms * 1e6);
        if (due > last_due) last_due = due;
        append(jittered, packet(bytes, (size_t)length, last_due, flow));
    }
}

static void take_acks(int tun, Line *line) {
    uint8_t bytes[65536];
    ssize_t length;
    while ((length = read(tun, bytes, sizeof bytes)) > 0) {
        int flow, size = payload(bytes, length, false, &flow);
        if (size < 0 || flow == NO_FLOW) continue;
        append(line, packet(bytes, (size_t)length, now() + one_way, flow));
    }
}

/* Hands over the first packet of a line. */
static int release(Line *line, int tun, bool to_receiver) {
    Packet *first = take_first(line);
    int port, size = payload(first->bytes, (ssize_t)first->length, to_receiver, &port);
    if (to_receiver && size > 0 && had(&flows[first->flow].handed, sequence(first->bytes), (uint32_t)size))
        flows[first->flow].needless += counts(first->due);
    if (write(tun, first->bytes, first->length) < 0 && errno != EAGAIN) fail("TUN");
    Nanoseconds at = now(), lateness = at - first->due;
    if (lateness > latest) latest = lateness;
    /* Packets that fell due within one stall count as one. */
    if (lateness > STALL) {
        stalled += at - (first->due > stalled_until ? first->due : stalled_until);
        stalled_until = at;
    }
    late[lateness / 1000 < LATE_BUCKETS ? lateness / 1000 : LATE_BUCKETS]++;
    releases++;
    int flow = first->flow;
    free(first);
    return flow;
}

/* ---- results ---- */

/* Lateness in microseconds below which this share of the releases was. */
static int lateness_at(double share) {
    uint64_t seen = 0;
    for (int i = 0; i <= LATE_BUCKETS; i++) {
        seen += late[i];
        if ((double)seen >= share * (double)releases) return i;
    }
    return LATE_BUCKETS;
}

/* The kernel's counters of the current namespace, those that are not 0: TcpExt of /proc/net/netstat. */
static void print_counters(const char *of) {
    FILE *file = fopen("/proc/thread-self/net/netstat", "r");
    static char names[1 << 14], values[1 << 14];
    printf("  \"%s\": {", of);
    if (file && fgets(names, sizeof names, file) && fgets(values, sizeof values, file)) {
        char *name_rest, *value_rest, *name = strtok_r(names, " \n", &name_rest),
                                      *value = strtok_r(values, " \n", &value_rest);
        const char *separator = "";
        while ((name = strtok_r(NULL, " \n", &name_rest)) && (value = strtok_r(NULL, " \n", &value_rest))) {
            if (strcmp(value, "0") == 0) continue;
            printf("%s\"%s\": %s", separator, name, value);
            separator = ", ";
        }
    }
    if (file) fclose(file);
    printf("},\n");
}

static void print(int namespace_, bool realtime) {
    struct utsname kernel;
    uname(&kernel);
    double span = asked.duration_s;
    int p99 = lateness_at(0.99);
    printf("{\n  \"kernel\": \"%s\", \"rate_bps\": %.0f, \"rtt_ms\": %g, \"queue_packets\": %d, \"loss\": %g, "
           "\"jitter_ms\": %g, \"reorder\": %g, \"depth\": %u, \"gap_s\": [%g, %g], \"transfer_bytes\": %ld, "
           "\"seed\": %llu,\n",
           kernel.release, asked.rate_bps, asked.rtt_ms, asked.queue_packets, asked.loss, asked.jitter_ms,
           asked.reorder, asked.depth, asked.gap_s, asked.gap_s + asked.gap_length_s, asked.transfer_bytes,
           (unsigned long long)asked.seed);
    printf("  \"warm_s\": %g, \"duration_s\": %g, \"offload\": %s, \"quick_acks\": %s, \"settings\": [", asked.warm_s,
           asked.duration_s, asked.offload ? "true" : "false", asked.quick_acks ? "true" : "false");
    for (int i = 0; i < asked.setting_count; i++) printf("%s\"%s\"", i ? ", " : "", asked.settings[i]);
    printf("],\n  \"lateness_us\": {\"p50\": %d, \"p99\": %d, \"p999\": %d, \"max\": %lld}, \"realtime\": %s,\n",
           lateness_at(0.5), p99, lateness_at(0.999), (long long)(latest / 1000), realtime ? "true" : "false");
    double stalled_share = (double)stalled / ((asked.warm_s + span) * SECOND);
    /* A third of a packet's time is noise like a host's own; the longest stall is half the least timeout (200 ms). */
    bool valid = p99 <= 8 * MTU * 1e6 / asked.rate_bps / 3 && stalled_share <= 0.005 && latest <= LONGEST_STALL;
    printf("  \"stalled_share\": %.6f, \"valid\": %s,\n", stalled_share, valid ? "true" : "false");
    print_counters("receiver_counters");
    if (setns(namespace_, CLONE_NEWNET) == 0) print_counters("kernel_counters");
    printf("  \"bottleneck\": {\"arrived\": %llu, \"dropped_queue\": %llu, \"dropped_random\": %llu, "
           "\"accepted\": %llu, \"queue_packets_mean\": %.3f},\n",
           (unsigned long long)total.arrived, (unsigned long long)total.dropped_queue,
           (unsigned long long)total.dropped_random, (unsigned long long)total.accepted, waited_ns / (span * SECOND));
    printf("  \"flows\": [");
    for (int i = 0; i < asked.flow_count; i++) {
        Flow *flow = &flows[i];
        const struct tcp_info *info = &flow->last;
        printf("%s\n    {\"algorithm\": \"%s\", \"mss\": %u, \"goodput_bps\": %.0f, \"dropped_queue\": %llu, "
               "\"dropped_random\": %llu, \"arrived\": %llu, \"retransmissions\": %u, \"timeouts\": %u, "
               "\"dsack_duplicates\": %u, \"events\": %llu, \"epochs\": %llu, \"epoch_s_mean\": %.4f, "
               "\"cwnd_packets_mean_at_acks\": %.3f, \"min_rtt_ms\": %.3f, \"needless\": %llu, \"completed_s\": %.6f, "
               "\"cwnd_when_complete\": %u, \"first_sent_s\": %.6f, \"windows\": [",
               i ? "," : "", asked.flows[i].algorithm, info->tcpi_snd_mss, (double)flow->received * 8 / span,
               (unsigned long long)flow->counts.dropped_queue, (unsigned long long)flow->counts.dropped_random,
               (unsigned long long)flow->counts.arrived, info->tcpi_total_retrans - flow->retransmits_at_warm,
               flow->timeouts - flow->timeouts_at_warm, info->tcpi_dsack_dups - flow->duplicates_at_warm,
               (unsigned long long)flow->events, (unsigned long long)flow->epochs,
               flow->epochs ? flow->epoch_sum / (double)flow->epochs : 0,
               flow->cwnd_samples ? flow->cwnd_sum / (double)flow->cwnd_samples : 0, info->tcpi_min_rtt / 1e3,
               (unsigned long long)flow->needless, flow->completed_s, flow->completed.cwnd,
               flow->first_sent_s);
        for (int j = 0; j < asked.moment_count; j++) {
            Window last = last_window(flow);
            const Window *window = j < flow->moment_count ? &flow->moments[j] : &last;
            printf("%s{\"at_s\": %g, \"cwnd\": %u, \"ssthresh\": %u, \"state\": \"%s\"}", j ? ", " : "",
                   asked.moments_s[j], window->cwnd, window->ssthresh, state_name(window->state));
        }
        printf("], \"resent_s\": [");
        for (int j = 0; j < flow->resent_count; j++) printf("%s%.6f", j ? ", " : "", flow->resent_s[j]);
        printf("]}");
    }
    printf("\n  ]\n}\n");
}

/* ---- command line ---- */

static void usage(void) {
    fprintf(stderr,
            "bottleneck [--rate BIT/S] [--rtt MS] [--queue PACKETS] [--loss SHARE] [--jitter MS] [--seed N]\n"
            "           [--warm S] [--duration S] [--flow ALGORITHM[@START]]... [--set SYSCTL=VALUE]...\n"
            "           [--gap START:LENGTH] [--reorder PROBABILITY:DEPTH] [--lose N]... [--transfer BYTES]\n"
            "           [--window-at S]... [--offload] [--quick-acks] [--trace FILE]\n"
            "--lose 0 loses each flow's first SYN, --lose N its N-th packet with data.\n"
            "SYSCTL is a name of net.ipv4, such as tcp_recovery.\n");
    exit(2);
}

static void read_arguments(int count, char **words) {
    for (int i = 1; i < count; i++) {
        const char *word = words[i];
        if (strcmp(word, "--offload") == 0) {
            asked.offload = true;
            continue;
        }
        if (strcmp(word, "--quick-acks") == 0) {
            asked.quick_acks = true;
            continue;
        }
        if (i + 1 >= count) usage();
        char *value = words[++i];
        if (strcmp(word, "--rate") == 0) asked.rate_bps = atof(value);
        else if (strcmp(word, "--rtt") == 0) asked.rtt_ms = atof(value);
        else if (strcmp(word, "--queue") == 0) asked.queue_packets = atoi(value);
        else if (strcmp(word, "--loss") == 0) asked.loss = atof(value);
        else if (strcmp(word, "--jitter") == 0) asked.jitter_ms = atof(value);
        else if (strcmp(word, "--seed") == 0) asked.seed = strtoull(value, NULL, 10);
        else if (strcmp(word, "--warm") == 0) asked.warm_s = atof(value);
        else if (strcmp(word, "--duration") == 0) asked.duration_s = atof(value);
        else if (strcmp(word, "--trace") == 0) asked.trace = value;
        else if (strcmp(word, "--transfer") == 0) asked.transfer_bytes = atol(value);
        else if (strcmp(word, "--gap") == 0) {
            if (sscanf(value, "%lf:%lf", &asked.gap_s, &asked.gap_length_s) != 2) usage();
        } else if (strcmp(word, "--reorder") == 0) {
            if (sscanf(value, "%lf:%u", &asked.reorder, &asked.depth) != 2) usage();
        } else if (strcmp(word, "--lose") == 0 && asked.lost_count < MAX_LOST)
            asked.lost[asked.lost_count++] = strtoull(value, NULL, 10);
        else if (strcmp(word, "--window-at") == 0 && asked.moment_count < MAX_MOMENTS)
            asked.moments_s[asked.moment_count++] = atof(value);
        else if (strcmp(word, "--set") == 0 && asked.setting_count < MAX_SETTINGS)
            asked.settings[asked.setting_count++] = value;
        else if (strcmp(word, "--flow") == 0 && asked.flow_count < MAX_FLOWS) {
            char *start = strchr(value, '@');
            if (start) *start++ = 0;
            asked.flows[asked.flow_count++] = (FlowAsked){ value, start ? atof(start) : 0 };
        } else usage();
    }
    if (asked.flow_count == 0 || asked.rate_bps <= 0 || asked.queue_packets < 0) usage();
}

int main(int count, char **words) {
    read_arguments(count, words);
    random_state = asked.seed;
    random_state = next_random(&random_state); /* neighbouring seeds begin far apart */
    reorder_state = random_state ^ 0x5bf0363546a5ca1d;
    reorder_state = next_random(&reorder_state);
    one_way = (Nanoseconds)(asked.rtt_ms * 1e6 / 2);
    starts_room = (size_t)asked.queue_packets + 2;
    starts = calloc(starts_room, sizeof *starts);
    if (!starts) fail("memory");
    if (asked.trace) {
        trace = fopen(asked.trace, "w");
        if (!trace) fail(asked.trace);
        fprintf(trace, "time_s,flow,algorithm,cwnd,ssthresh,in_flight,state,srtt_ms,min_rtt_ms,rto_ms\n");
    }
    own_network();
    int left = network("10.0.0.1"), namespace_ = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    make_senders();
    if (unshare(CLONE_NEWNET) != 0) refuse("a second network namespace is refused");
    int right = network("10.0.0.2"), listening = listener();
    /* A little real-time process that mostly sleeps: where that is refused, lateness will say what it cost. */
    prctl(PR_SET_TIMERSLACK, 1);
    bool realtime = sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){ .sched_priority = 10 }) == 0;
    Line jittered = { 0 }, data = { 0 }, acks = { 0 };
    begun = now();
    double end_s = asked.warm_s + asked.duration_s;
    struct sockaddr_in to = place("10.0.0.2", PORT);
    for (;;) {
        Nanoseconds at = now();
        if (since_begin(at) >= end_s) break;
        double next_start = end_s;
        for (int i = 0; i < asked.flow_count; i++) {
            if (flows[i].connecting) continue;
            if (since_begin(at) < asked.flows[i].start_s) {
                if (asked.flows[i].start_s < next_start) next_start = asked.flows[i].start_s;
                continue;
            }
            flows[i].connecting = true;
            int refused = connect(flows[i].sender, (struct sockaddr *)&to, sizeof to);
            if (refused != 0 && errno != EINPROGRESS) fail("connect");
        }
        take_data(left, &jittered, &data);
        take_acks(right, &acks);
        Nanoseconds due = begun + (Nanoseconds)(next_start * SECOND);
        for (int i = 0; i < asked.flow_count; i++) {
            const Packet *held = flows[i].overtaken.held.first;
            if (!held) continue;
            if (held->due <= at) let_go(&flows[i].overtaken, at, &data);
            else if (since_begin(held->due) < next_start) next_start = since_begin(held->due);
        }
        Line *line = NULL;
        Line *const lines[] = { &jittered, &data, &acks };
        for (int i = 0; i < 3; i++)
            if (lines[i]->first && lines[i]->first->due < due) due = (line = lines[i])->first->due;
        at = now();
        if (line == &jittered && due <= at) {
            Packet *first = take_first(&jittered);
            arrive(first->bytes, first->length, first->flow, first->due, &data);
            free(first);
            continue;
        }
        if (line && due <= at) {
            int flow = release(line, line == &data ? right : left, line == &data);
            if (line == &acks) look(&flows[flow], at, true);
            else if (flows[flow].receiver >= 0) take(&flows[flow], at);
            continue;
        }
        struct pollfd polled[3 + MAX_FLOWS] = { { left, POLLIN, 0 }, { right, POLLIN, 0 }, { listening, POLLIN, 0 } };
        for (int i = 0; i < asked.flow_count; i++)
            polled[3 + i] =
                (struct pollfd){ flows[i].connecting && !all_fed(&flows[i]) ? flows[i].sender : -1, POLLOUT, 0 };
        Nanoseconds wait = due > at ? due - at : 0;
        struct timespec timeout = { wait / 1000000000, wait % 1000000000 };
        if (ppoll(polled, 3 + (nfds_t)asked.flow_count, &timeout, NULL) < 0 && errno != EINTR) fail("ppoll");
        if (polled[2].revents) accept_flows(listening);
        for (int i = 0; i < asked.flow_count; i++)
            if (polled[3 + i].fd >= 0 && polled[3 + i].revents & POLLOUT) feed(&flows[i]);
    }
    if (trace) fclose(trace);
    print(namespace_, realtime);
    return 0;
}
