/**
 * Sentences of lessons and of the lecture that state what a band's run gives, in both languages, with the number that they state. Not
 * here: whether it is so (headings.ts).
 */

/** Bands that a sentence states, as number and digits: what the lesson's own run gives, rounded. */
export type Said = Record<string, [number: number, digits: number]>;
// biome-ignore format: one sentence a line
export const SAID: [lesson: string, part: string, en: string, de: string, said: Said][] = [
  ["aqm", "reveal call", "From 294 ms with drop tail to 21 ms", "Von 294 ms mit Drop Tail auf 21 ms", { call_tail: [294, 0], call_fq: [21, 0] }],
  ["aqm", "ask polite", "it gets 13 %", "bekommt es 13 %", { share_84: [13, 0] }],
  ["aqm", "reveal polite", "51 % behind CoDel instead of 13 %", "hinter CoDel 51 % statt 13 %", { share_codel: [51, 0], share_84: [13, 0] }],
  ["backoff_g", "reveal larger", "The delay grows from 7 to 35 ms, the goodput by a little", "Die Wartezeit wächst von 7 auf 35 ms, der Goodput ein wenig", { share_3: [82, 0], share_10: [95, 0], wait_3: [7, 0], wait_10: [35, 0] }],
  ["buffer_size", "reveal reserve", "78.5 % with two packets of queue, 100 % with one BDP", "78,5 % mit zwei Paketen Warteschlange, 100 % mit einem BDP", { use_none: [78.5, 1], use_whole: [100, 0] }],
  ["buffer_size", "reveal sixteen", "one flow uses 86.8 % of the link, sixteen use 96.8 %", "nutzt ein Fluss 86,8 % der Leitung, sechzehn nutzen 96,8 %", { lone_42: [86.8, 1], all_42: [96.8, 1] }],
  ["buffer_size", "reveal flows", "Two flows need 48 packets, eight need 24, sixteen need 16", "Zwei Flüsse brauchen 48 Pakete, acht brauchen 24, sechzehn 16", { queue_2: [48, 0], queue_8: [24, 0], queue_16: [16, 0] }],
  ["delay_signal", "reveal beside", "Vegas gets 5.5 %", "Vegas bekommt 5,5 %", { little: [5.5, 1] }],
  ["delay_signal", "talk", "5.5 %", "5,5 %", { little: [5.5, 1] }],
  ["delay_signal", "ask beside", "Vegas itself loses no packets", "Vegas selbst verliert kein Paket", { lossless: [0, 0] }],
  ["delay_signal", "reveal six", "2.3 times as much", "2,3-mal so viel", { times: [2.3, 1] }],
  ["envelope", "reveal flat", "at 4.17 s", "bei 4,17 s", { largest_flat: [4.17, 2], smallest_flat: [4.17, 2] }],
  ["envelope", "reveal late", "another 1.25 s", "noch 1,25 s", { late: [1.25, 2] }],
  ["fairness_rtt", "reveal share", "Far gets 17 %", "Fern bekommt 17 %", { far: [17, 0] }],
  ["fairness_rtt", "reveal newcomer", "Half each, two seconds after the start", "Je die Hälfte, zwei Sekunden nach dem Start", { jain: [1, 2] }],
  ["late", "reveal share", "22.5 %, and not one packet was lost", "22,5 %, und kein einziges Paket ging verloren", { freebsd: [22.5, 1] }],
  ["late", "reveal means", "Without both 16.7 %", "Ohne beide 16,7 %", { neither: [16.7, 1] }],
  ["late", "reveal stall", "Linux is back at 76 packets", "Linux ist wieder bei 76 Paketen", { before: [76, 0], back: [76, 0] }],
  ["model", "hook", "from 9.7 to 7.6 Mbit/s", "von 9,7 auf 7,6 Mbit/s", { dip: [7.6, 1], full: [9.7, 1] }],
  ["model", "reveal queue", "BBR keeps 7 packets in the queue, NewReno 57", "BBR hält 7 Pakete in der Warteschlange, NewReno 57", { queue: [7, 0], queue_newreno: [57, 0] }],
  ["model", "reveal shallow", "BBR loses 4 % of its packets, and keeps 97 % of the link", "BBR verliert 4 % seiner Pakete und behält 97 % der Leitung", { lost_2: [4, 0], used_2: [97, 0] }],
  ["model", "try", "With 84 packets", "Mit 84 Paketen", { share_84: [51, 0] }],
  ["shadow_window", "reveal share", "CDG gets 11 %", "CDG bekommt 11 %", { share: [11, 0] }],
  ["shadow_window", "reveal off", "The same 11 %", "Dieselben 11 %", { share_off: [11, 0] }],
  ["slow_control", "reveal newcomer", "with b = 1/32 it gets 15 %", "mit b = 1/32 sind es 15 %", { share_2: [50, 0], share_32: [15, 0] }],
  ["slow_control", "reveal smooth", "Factors of 2, 1.14 and 1", "Faktoren von 2, 1,14 und 1", { swing_2: [2, 2], swing_8: [1.14, 2], swing_tfrc: [1, 2] }],
  ["slow_control", "reveal crowd", "134 drops in the first second with self-clocking, 159 without", "134 Verwürfe in der ersten Sekunde mit Selbsttaktung, 159 ohne", { first_clocked: [134, 0], first: [159, 0] }],
  ["starvation", "reveal share", "Vegas takes 20 ms of jitter for a queue: 19 %", "Vegas hält 20 ms Jitter für eine Warteschlange: 19 %", { share: [19, 0] }],
  ["starvation", "reveal faster", "2 Mbit/s on every link: 2 % of a fast one", "2 Mbit/s auf jeder Leitung: 2 % einer schnellen", { rate_10: [2, 0], rate_100: [2, 1], share_100: [2, 0] }],
  ["two_queues", "reveal one", "NewReno gets 9 %, and without ECN 98 %", "NewReno bekommt 9 %, und ohne ECN 98 %", { share_one: [9, 0], share_blind: [98, 0] }],
  ["two_queues", "reveal two", "NewReno gets 47 %, and Prague's packets wait 1.2 ms at most", "NewReno bekommt 47 %, und Pakete von Prague warten höchstens 1,2 ms", { share_two: [47, 0], short: [1.2, 1] }],
  ["two_algorithms", "reveal shares", "61 % on the short path, 82 % on the long one", "61 % auf dem kurzen Pfad, 82 % auf dem langen", { short: [61, 0], long: [82, 0] }],
  ["two_algorithms", "reveal pairs", "Vegas gets 15 %, CUBIC 61 %, BBR 86 %", "Vegas bekommt 15 %, CUBIC 61 %, BBR 86 %", { pair_vegas: [15, 0], pair_cubic: [61, 0], pair_bbr: [86, 0] }],
];

/** Numbers of the lecture's sentences (present/lecture.LANG.json), of the runs of the lessons that it shows. */
// biome-ignore format: one sentence a line
export const LECTURE: [en: string, de: string, lesson: string, said: Said][] = [
  ["2.25 Mbit/s", "2,25 Mbit/s", "window", { goodput_8: [2.25, 2] }],
  ["a window of 34 packets the link is full, and the RTT is 41 ms", "einem Fenster von 34 Paketen ist die Leitung voll, und die RTT ist 41 ms", "window", { rtt_34: [41, 0] }],
  ["from 0.2 s on the link is full", "Ab 0,2 s ist die Leitung voll", "slow_start", { full_at: [0.2, 1] }],
  ["120 packets are dropped", "120 Pakete werden verworfen", "slow_start", { drops: [120, 0] }],
  ["a drop every 2.2 s", "alle 2,2 s ein Verwurf", "sawtooth", { period: [2.2, 1] }],
  ["A third of the link", "Ein Drittel der Leitung", "random_loss", { share_1: [33, 0] }],
  ["CDG on the same path: 72 %", "CDG auf demselben Pfad: 72 %", "random_loss", { cdg_1: [72, 0] }],
  ["From 10 s on Vegas gets under 10 %", "Ab 10 s bekommt Vegas unter 10 %", "delay_signal", { little: [5.5, 1] }],
  ["With CoDel each gets about half", "Mit CoDel bekommt jeder etwa die Hälfte", "aqm", { share_codel: [51, 0] }],
];
