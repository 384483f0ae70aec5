/* Random play of Isis & Osiris in plain C: the rules of src/tablee/games/isis/rules.py, step for step.

   A step is one action or outcome carried out, after the whole list of what was possible has been made. The generator,
   the order of the lists and the way of choosing are those of Tablée, so that the same seed plays the very same games;
   engine.py checks that. Compiled with -DNO_BRANCH, the list of free squares is made as rules.py makes it.

   usage: isis PLAYERS GAMES SEED
   prints: the number of steps, the seconds they took, and the board of the last game */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SQUARES = 36, PAWN = 5, UNKNOWN = 5, CHANCE = -1, OVER = -2, POINTS = 1 };
enum { PAWN_ON = 0, PLACE_ON = SQUARES, DRAW = 2 * SQUARES, REVEAL = DRAW + 5, MOST_ACTIONS = SQUARES + 1 };

static const int VALUES[8] = {1, 2, 3, 4, -1, -2, -3, -4};
static const int8_t BOX[9] = {1, 2, 6, 2, 0, 2, 6, 2, 1}; /* by value + 4 */
static const int8_t PAWNS_EACH[5] = {0, 0, 8, 6, 5};
static const int8_t TILES_EACH[5] = {0, 0, 11, 7, 5};

typedef struct {
    int8_t players, common, turn, drawn, ended, free, reserve;
    int8_t pawns[4], tiles[4], left[4], unseen[9], board[SQUARES];
} State;

static State new_state(int players) {
    State state = {0};
    state.players = players;
    state.free = SQUARES;
    memset(state.pawns, PAWNS_EACH[players], players);
    memset(state.tiles, TILES_EACH[players], players);
    memcpy(state.unseen, BOX, sizeof BOX);
    return state;
}

static int to_act(const State *state) {
    if (state->ended) return OVER;
    if (state->drawn == UNKNOWN) return CHANCE;
    return state->turn;
}

static int tiles_of(const State *state, int seat) {
    return state->common ? state->reserve : state->tiles[seat];
}

static int free_squares(const State *state, int first, int32_t *actions) {
    int count = 0;
    for (int square = 0; square < SQUARES; square++) {
#ifdef NO_BRANCH
        actions[count] = first + square;
        count += state->board[square] == 0;
#else
        if (state->board[square] == 0) actions[count++] = first + square;
#endif
    }
    return count;
}

static int legal(const State *state, int32_t *actions) {
    int count = 0;
    if (state->drawn) return free_squares(state, PLACE_ON, actions);
    if (state->pawns[state->turn]) count = free_squares(state, PAWN_ON, actions);
    if (tiles_of(state, state->turn)) actions[count++] = DRAW;
    return count;
}

static int outcomes(const State *state, int32_t *actions, int32_t *weights) {
    int count = 0;
    for (int index = 0; index < 8; index++) {
        int value = VALUES[index];
        if (state->unseen[value + 4]) {
            actions[count] = REVEAL + value;
            weights[count++] = state->unseen[value + 4];
        }
    }
    return count;
}

static int can_play(const State *state, int seat) {
    return !state->left[seat] && (state->pawns[seat] > 0 || tiles_of(state, seat) > 0);
}

static void pass_on(State *state) {
    if (state->free) {
        int seat = state->turn;
        for (int tried = 0; tried < state->players; tried++) {
            if (++seat == state->players) seat = 0;
            if (can_play(state, seat)) {
                state->turn = seat;
                return;
            }
        }
    }
    state->ended = POINTS;
}

static void fill(State *state, int square, int piece) {
    state->board[square] = piece;
    state->free--;
    pass_on(state);
}

static void apply(State *state, int action) {
    if (action < PLACE_ON) {
        state->pawns[state->turn]--;
        fill(state, action, PAWN + state->turn);
    } else if (action < DRAW) {
        int value = state->drawn;
        state->drawn = 0;
        fill(state, action - PLACE_ON, value);
    } else if (action == DRAW) {
        if (state->common) state->reserve--;
        else state->tiles[state->turn]--;
        state->drawn = UNKNOWN;
    } else {
        state->unseen[action - REVEAL + 4]--;
        state->drawn = action - REVEAL;
    }
}

static int below(uint64_t *random, int bound) { /* splitmix64 */
    uint64_t mixed = *random += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    mixed ^= mixed >> 31;
    return ((mixed >> 32) * (uint64_t)bound) >> 32;
}

static int weighted(uint64_t *random, const int32_t *weights, int count) {
    int total = 0;
    for (int index = 0; index < count; index++) total += weights[index];
    int rest = below(random, total);
    for (int index = 0; index < count; index++) {
        rest -= weights[index];
        if (rest < 0) return index;
    }
    return count - 1;
}

static long play_out(State *state, uint64_t *random) {
    int32_t actions[MOST_ACTIONS], weights[MOST_ACTIONS];
    for (long steps = 0;; steps++) {
        int seat = to_act(state);
        if (seat == OVER) return steps;
        if (seat == CHANCE) {
            int count = outcomes(state, actions, weights);
            apply(state, actions[weighted(random, weights, count)]);
        } else {
            int count = legal(state, actions);
            apply(state, actions[below(random, count)]);
        }
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    int players = atoi(arguments[1]);
    long games = atol(arguments[2]), steps = 0;
    uint64_t random = strtoull(arguments[3], NULL, 10);
    if (players < 2 || players > 4) return 2;
    State fresh = new_state(players), state = fresh;
    double began = now();
    for (long game = 0; game < games; game++) {
        state = fresh;
        steps += play_out(&state, &random);
    }
    printf("%ld %.9f", steps, now() - began);
    for (int square = 0; square < SQUARES; square++) printf(" %d", state.board[square]);
    puts("");
    return 0;
}
