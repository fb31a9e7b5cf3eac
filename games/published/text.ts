/**
 * The technical text of the published page: everything that another verifier needs besides the tables and the vectors. It is
 * in English in every locale, like the formats that it describes. Text in backticks is shown as code.
 */
import type { Slug } from '../list.ts'

export type Section = { id: string; title: string; text: string[] }

export const general: Section[] = [
  {
    id: 'encodings',
    title: 'Encodings',
    text: [
      'Text is encoded as UTF-8. Hashes are written in lower-case hexadecimal; keys and proofs of the draw in base64url without padding (RFC 4648, section 5). Numbers inside a text are decimal, without leading zeros. In binary formats, integers are unsigned and big-endian.',
      'Amounts are whole numbers of the smallest unit of a currency (subunits; €1.00 is 100). Every stake is a multiple of the `unit` of its game. Places in lists are counted from 0.',
      'Division in formulas is exact unless `floor` is written.',
    ],
  },
  {
    id: 'seeds',
    title: 'Seeds and rounds',
    text: [
      'Rounds of a player in a game belong to a seed pair: a server seed (64 hexadecimal digits) and a client seed (1 to 64 printable ASCII characters). Before play we show SHA-256 of the server seed. All hashes and keys below use the seeds as text, so the server seed is 64 bytes of text, not 32 bytes.',
      'The rounds of a pair are numbered by a nonce: 0, 1, 2, … A round is determined by server seed, client seed, nonce, stake, choice and, if the round has several steps, the acts of the player. Nothing else has an influence, except in Crash (see there).',
    ],
  },
  {
    id: 'draw-of-the-seed',
    title: 'How the server seed is drawn',
    text: [
      'The server seed is the output of RSA-FDH-VRF-SHA256 (RFC 9381, section 4), so that for a key and an input there is exactly one. The pairs of a player in a game are numbered 1, 2, 3, … without gaps.',
      'Place of a pair: SHA-256 of `ALIAS:GAME:NUMBER` in hexadecimal, where ALIAS is SHA-256 of the id of the player (a UUID in lower case) in hexadecimal, and GAME is the name of the game as in this document. Input of the function: `PLACE:CLIENTSEED`.',
      'The public key has a modulus n of k bytes (at least 256) and the exponent 65537. To verify a proof, which is k bytes long, read it as an integer s and reject it if s ≥ n. Calculate s^65537 mod n. It must equal the integer EM, which is a mask of k − 1 bytes: the first k − 1 bytes of SHA-256(T ‖ 0) ‖ SHA-256(T ‖ 1) ‖ …, where the counter has 4 bytes, T = 0x01 ‖ 0x01 ‖ k (4 bytes) ‖ n (k bytes) ‖ input.',
      'Server seed: SHA-256(0x01 ‖ 0x02 ‖ proof) in hexadecimal.',
      'Keys are identified by their thumbprint (RFC 7638): SHA-256 of `{"e":"AQAB","kty":"RSA","n":"…"}` in base64url. `/api/game/draw-keys` lists them; a report of liabilities announces each key before it is used.',
    ],
  },
  {
    id: 'numbers',
    title: 'From seeds to random numbers',
    text: [
      'Block i of a round, i = 0, 1, 2, …, is HMAC-SHA-256 with the server seed as the key and the text `CLIENTSEED:NONCE:i` as the message. Its 32 bytes are eight words of 32 bits, big-endian. When the words of a block are used up, the round continues with the next block.',
      '`below(b)` draws a number from 0 to b − 1, for b from 1 to 2^32: limit = 2^32 − (2^32 mod b). Take the next word; as long as it is limit or greater, take the next one. The number is the word mod b. Every draw of a round continues with the word after the last one used.',
    ],
  },
  {
    id: 'shuffle',
    title: 'Shuffles',
    text: [
      '`shuffle(m, n)` draws m of n different things, numbered from 0 to n − 1: for i = 0, 1, …, m − 1, draw j = i + below(n − i) and swap the things at the places i and j. The first m places are the result, in this order. Numbers are drawn only when they are needed; a game that needs more later continues with i = m.',
    ],
  },
  {
    id: 'cards',
    title: 'Cards',
    text: [
      'Cards are numbers from 0 to 51. The rank is card mod 13: 0 is the ace, 1 the two, … 9 the ten, 10 the jack, 11 the queen, 12 the king. The suit is floor(card / 13).',
    ],
  },
  {
    id: 'last-subunit',
    title: 'The last subunit',
    text: [
      'Most games pay a whole number of subunits at every stake that they accept. Where the multiplier is a fraction p/q (Mines, Towers, Hi-Lo, Crash), the exact win is stake × p / q. Its whole part w = floor(stake × p / q) is paid, and one subunit more with the probability of the remainder.',
      'This is decided with base-2^32 digits. r = (stake × p) mod q. While r > 0: r = r × 2^32, digit = floor(r / q), r = r mod q; draw d = below(2^32). If d < digit, pay w + 1; if d > digit, pay w; if they are equal, continue. If r becomes 0, pay w. Reducing p/q first does not change the result. The draw follows all other draws of the round.',
    ],
  },
  {
    id: 'acts',
    title: 'Rounds of several steps',
    text: [
      'These rounds are replayed from the acts of the player, in their order. An act is an object with a `type`, and `at` (a place), `hold` (places) or `hundredths` (a multiplier in hundredths) where the type needs it. Numbers are drawn at the moment that the text of the game names.',
    ],
  },
  {
    id: 'slots',
    title: 'Slots',
    text: [
      'A coin is stake / `coins` subunits. Paytables are in coins. `strips` has one strip for each reel, from the top, and repeats without end. A stop is the place on the strip of the symbol in the top row: row y of a reel shows the symbol at (stop + y) mod length.',
      'Draws: for each spin, one stop for each reel from the left: below(length of the strip). A slot with `heights` draws, for each reel from the left, first the height h = heights[below(number of heights)] and then the stop.',
      'Lines: each of `lines` names one row for each reel. The symbol of the line is the one on the first reel; the run continues to the right while the reel shows that symbol or a wild. A run of 3 or more pays as the paytable says, once, for its full length. Each wild in it multiplies the win by the multiplier of `wild`.',
      'Ways: each different symbol on the first reel starts a run, which continues while the reel shows that symbol or a wild at least once. The win is the pay for the length of the run, times the product of the numbers of matching places of its reels.',
      'The wild is never on the first reel. It substitutes for every symbol that pays on lines or ways, but not for scatters and coins. Scatters do not form runs: they pay by their number anywhere in the window, on all spins, free spins included.',
      'Free spins: the number of scatters in the paid spin decides how many follow (`freeSpins.awards`). Each draws new stops (and, with `heights`, heights from the list `free`) at the same stake. Every win in free spins, of scatters too, is multiplied by `freeSpins.multiplier`. Free spins award no free spins.',
      'Cascades: the places of all wins are removed; the symbols above them fall; the strip continues upwards, so that the symbols at (top − 1), (top − 2), … mod length fill the reel from below to above, and top is then the place of its new top symbol. The new window is evaluated again. Wins of step i (from 0) are multiplied by multipliers[i], and after the end of the list by its last one. No number is drawn after the stops. The round ends with the first window without a win.',
      'Hold: if the window of the paid spin shows at least `from` coins, draw a value for each of them, values[below(number of values)], reel by reel from the left, each from the top. Then repeat: for each place without a coin, in the same order, draw below(oneIn); 0 means a new coin, whose value is drawn at once. `spins` redraws in a row without a new coin end the feature, and so does a window full of coins. It pays `full` coins if the window is full, otherwise the sum of the values. The wins of the lines of the paid spin are paid as well. Coin symbols do not form runs.',
      'Payout: the sum of all spins.',
    ],
  },
]

const roulette = [
  'Choice: `bets`, a list of positions with amounts that are multiples of the unit; their sum is the stake. `positions` has the numbers that each position covers.',
  'Draw: pocket = below(37).',
  'A bet on a position of c numbers that contains the pocket pays its amount × 36 / c, the amount included.',
]
const surrender =
  'surrender: as the first act on the first two cards only. The hand is over and pays half of its stake.'
const blackjack = (acts: string[]) => [
  'Draws: every card is below(52). Four cards are dealt: player, dealer (face up), player, dealer (face down).',
  'Ranks of two to ten count as such, court cards 10, an ace 1, or 11 if the total does not exceed 21 (a soft total). Two cards with a total of 21 are a blackjack, except in a hand after a split.',
  'If the dealer shows an ace, the first act is `insure` (half of the stake in addition) or `decline`. Then, or at once without an ace, the round ends if player or dealer has a blackjack. Otherwise the acts apply to the first hand that is not finished; a hand is finished at 21 or more without an act.',
  'hit: draw a card. stand: the hand is finished. double: only on two cards; double the stake of the hand, draw one card, finished. split: only on two cards of equal value, up to 4 hands; a second hand with the same stake is placed after this one; draw a card for the first, then for the second; after a split of aces both are finished.',
  ...acts,
  'When all hands are finished, the dealer draws to 16 and stands on every 17, unless every hand is bust or surrendered.',
  'A bust hand pays 0. If only the player has a blackjack, it pays 5/2 of the stake; if both have, the stake; if only the dealer has, hands pay 0. Otherwise a hand pays twice its stake if the dealer is bust or has less, its stake if the totals are equal, and else 0. Insurance pays 3 times its amount if the dealer has a blackjack.',
]
const poker = [
  'Draws: at the start shuffle(5, 52), continued by act `draw`, whose `hold` lists the places of held cards: the other places, from the left, get the next cards of the shuffle.',
  'Payout: stake × `pays` of the best hand of the five final cards. Straights run from ace to five up to ten to ace.',
]

/** The draws of each game in their order, and what it pays. Slots follow the section on slots. */
export const ofGame: Partial<Record<Slug, string[]>> = {
  dice: [
    'Choice: `direction` and `target`. Winning rolls: `target` of them (under), or 9999 − `target` (over). The number of winning rolls must be one of `winCounts`.',
    'Draw: roll = below(10000). Under wins if roll < target, over if roll > target.',
    'Payout of a win: stake × 9900 / (number of winning rolls).',
  ],
  limbo: [
    'Choice: `target`, from 1.1 to 1000 with at most one decimal.',
    'step = target × 100; sides = floor(2^32 / step) × step; wins = sides / step × 99. Draw: number = below(sides). The round wins if number < wins.',
    'Payout of a win: stake × target. The multiplier that is shown is floor(99 × sides / (number + 1)) / 100, at least 1 and at most 1,000,000.',
  ],
  wheel: [
    'Choice: `risk` and `segments`. Draw: at = below(segments). Payout: stake × the multiplier at this place of the wheel.',
  ],
  plinko: [
    'Choice: `risk` and `rows`. Draw: path = below(2^rows). Its bits, from the most significant of the rows bits, are the steps from the top: 1 is right. The bucket is the number of ones.',
    'Payout: stake × the multiplier of the bucket, counted from the left.',
  ],
  keno: [
    'Choice: `risk` and `picks`, 1 to 10 different numbers from 1 to 40 in ascending order. Draws: shuffle(10, 40); the number drawn is the thing plus 1. Payout: stake × the multiplier for the number of hits.',
    '`multipliers` has, for each risk, one row for each number of picks from 1, with the multipliers for 0, 1, 2, … hits.',
  ],
  diamonds: [
    'Draws: five gems, each below(7). Payout: stake × the multiplier of the hand that equal colours form: five, four, fullHouse (three and two), three, twoPairs, otherwise 0.',
  ],
  roulette,
  'french-roulette': [
    ...roulette,
    'If the pocket is 0, bets on low, high, even, odd, red and black pay half of their amount.',
  ],
  baccarat: [
    'Choice: `bets`, a list of positions with amounts that are multiples of the unit; their sum is the stake.',
    'Draws: the first cards of shuffle(…, 416), each mod 52: player, banker, player, banker. An ace counts 1, two to nine as such, tens and court cards 0; a total is taken mod 10. With a total of 8 or 9 in either hand nobody draws. Otherwise the player draws a card at 0 to 5. Then the banker draws a card: at 0 to 5 if the player did not draw, otherwise by `bankerDraws`, which lists for each total of the banker the counts of the third card of the player at which the banker draws.',
    '`pays` has hundredths of the amount of a bet, the amount included. A pair is two cards of the same rank as the first two of a hand; the pair bets pay whatever the result is.',
  ],
  mines: [
    'Choice: `mines`, 1 to 24. Draws at the start: shuffle(mines, 25) are the tiles with mines.',
    'Acts: `reveal` with `at`, 0 to 24; `cashOut` after at least one tile. A mine ends the round with 0. When all tiles without mines are revealed, the round is cashed out.',
    'Multiplier after k tiles: 99/100 × 25/(25 − m) × 24/(24 − m) × …, k factors. The payout may need the last subunit.',
  ],
  towers: [
    'Choice: `tower`. Draws at the start, for each of the 8 floors from the bottom: shuffle(safe, tiles) are the safe tiles.',
    'Acts: `climb` with `at`; `cashOut` after at least one floor. A tile that is not safe ends the round with 0. After the last floor the round is cashed out. Multiplier after k floors: 99/100 × (tiles / safe)^k. The payout may need the last subunit.',
  ],
  hilo: [
    'Draw at the start: card = below(52). Acts: `higher`, `lower` and `skip` draw the next card, below(52); `cashOut` after at least one call.',
    'higher wins if the rank of the next card is equal or higher, lower if it is equal or lower; the ace is the lowest. A lost call ends the round with 0. `skip` is neither won nor lost.',
    'Multiplier: 99/100, times 13 / w for each won call, where w is 13 − rank (higher) or rank + 1 (lower), with the rank of the card before it. The payout may need the last subunit. Calls with w = 13, calls that make the multiplier exceed 10,000 and rounds of more than 52 cards are not offered.',
  ],
  crash: [
    'One point decides a round for all players. It comes from a chain of hashes: the hash of the round before is SHA-256 of the hash of this round, as text. The last hash of the chain was published before its first round, and `/api/game/shared-rounds/crash` has it with the public salt. `points` has vectors.',
    'KEY: in a round with a beacon, the signature of the round of the beacon (drand, `bls-unchained-g1-rfc9380`), as 96 hexadecimal digits; `/api/game/shared-rounds/crash/NUMBER` names the beacon with its public key, its round and the signature. In a round without a beacon, the salt.',
    'The signature of a beacon: BLS on BLS12-381, with the signature in G1 and the public key in G2, both compressed. The message is SHA-256 of the number of the round (8 bytes, big-endian), hashed to G1 by RFC 9380 with the suite `BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_`. The hash of the chain of the beacon is SHA-256(period in seconds (4 bytes) ‖ genesis (8 bytes) ‖ public key ‖ group hash ‖ name).',
    'x = the first 13 hexadecimal digits (52 bits) of HMAC-SHA-256 with KEY as the key and the hash of the round as the message, both as text. Point in hundredths: floor(99 × 2^52 / (2^52 − x)), at least 100 and at most 1,000,000.',
    'Choice: `round`, and `cashOutAt` in hundredths, or null for 1,000,000. Act: `cashOut` with `hundredths`, at most the point and `cashOutAt`; or `crash` with the point, which ends the bet with 0.',
    'Payout: stake × hundredths / 100, with the last subunit. It is the only number that is drawn from the seeds.',
  ],
  blackjack: blackjack([]),
  'blackjack-surrender': blackjack([surrender]),
  'jacks-or-better': [
    ...poker,
    'jacksOrBetter is a pair of jacks, queens, kings or aces. A lower pair and everything below pay 0.',
  ],
  'deuces-wild': [
    ...poker,
    'A two stands for any card. royalFlush has no two, wildRoyalFlush has; fourDeuces are four twos. What is below three of a kind pays 0.',
  ],
}

/** The side stake of a jackpot, which is drawn beside the rounds of all games. */
export const jackpots: Section[] = [
  {
    id: 'jackpots',
    title: 'Jackpots',
    text: [
      'A jackpot has a side stake and the levels mini, major and grand, each with a `contribution`, a `seed` and a `cap`. These never change. The draws of a jackpot are numbered 1, 2, 3, … without gaps. `/api/game/jackpots/CURRENCY/tickets` has the draws of a player with the terms.',
      'Side stakes of a player in a jackpot belong to seed pairs of their own, drawn like those of a game with the name `jackpot:ID`, where ID is that of the jackpot. Their draws are numbered by a nonce: 0, 1, 2, …',
      'Draw of a level: span = cap − pot, with the pot before this draw. Block i, i = 0, 1, 2, …, is HMAC-SHA-256 with the server seed as the key and the text `CLIENTSEED:NONCE:LEVEL:i` as the message. Its 32 bytes are four integers of 64 bits, of which the highest bit is ignored. Take the first one below limit = M − (M mod span), where M = 2^63 − 1; the number is that integer mod span. Levels share no blocks.',
      'Money: a side stake is held until its round ends. A draw moves each contribution to its pot and the rest to the reserve of the operator, which pays the seeds. The side stake is returned if its bet is rolled back before the draw, or if the jackpot was closed by then.',
      'Closing: no side stake is taken or drawn any more. Those drawn in the last 30 days count, except of accounts that are closed. A player gets floor(pots × own side stakes that count / all that count); the subunits that remain go to the largest remainders, one each, of equal remainders to the lower ALIAS. Without any, the pots return to the reserve, and so does the share of an account that is closed before it is paid.',
      'The level is won if the number is below its contribution; the prize is pot + contribution, and the next pot is the seed. Otherwise the next pot is pot + contribution. So the chance is contribution / (cap − pot), and 1 when the pot is cap − contribution. The average that the next side stake wins is the sum over all levels of chance × (pot + contribution).',
    ],
  },
]

export const liabilities: Section[] = [
  {
    id: 'liabilities',
    title: 'Proof of liabilities',
    text: [
      '`/api/wallet/liabilities` has the reports, `/api/wallet/liabilities/proof` the proof of the player who asks. For each currency, what is owed is a binary tree of hashes and sums, whose leaves are a power of two. Sums have 8 bytes and are less than 2^62.',
      'Leaf: SHA-256(0x00 ‖ text ‖ salt (32 bytes) ‖ amount (8 bytes)), text = `REPORT CURRENCY PLAYER PART`: the id of the report, the code of the currency, the id of the player, the number of the part. Its sum is the amount.',
      'Node: SHA-256(0x01 ‖ left hash ‖ left sum ‖ right hash ‖ right sum). Its sum is the sum of both.',
      'A balance has 4 parts, 0 to 3, on different leaves. For each part the proof has the position of the leaf, its amount and salt, and the path: the sibling of each level, from the leaf up. At level i the own node is the left one if bit i of the position is 0. Every path must end in the root and the total of the report. The path is as long as log2(leaves); no sum is negative; the amounts of the parts add up to the balance.',
      'Statement: the lines of the report as in the vector, each followed by a line feed. `jackpot ID CURRENCY draws NUMBER pots MINI MAJOR GRAND side-stake AMOUNT contributions … seeds … caps …` has the pots of a jackpot after its draw with this number and its terms, each by level; pots belong to its players together and are in no leaf. Signature: ECDSA on P-256 with SHA-256 over the statement, r ‖ s with 32 bytes each in base64url. The public key is the uncompressed point (65 bytes) in base64url. Each statement has the SHA-256 of the previous one.',
    ],
  },
  {
    id: 'maths-hash',
    title: 'The hash of the maths',
    text: [
      'Each round names the version of its maths and a hash. `/api/game/maths` lists the versions, and `/api/game/maths/GAME/VERSION` has the sources that the hash covers, sorted by path.',
      'Write one line for each source: its SHA-256 in hexadecimal, two spaces, its path, a line feed. This is what `sha256sum` prints. The hash is SHA-256 of these lines.',
    ],
  },
]
