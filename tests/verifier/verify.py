"""A second verifier, written from the published page alone: python3 verify.py FAIRNESS [ANSWERS]

FAIRNESS is the answer of /api/game/fairness; ANSWERS has lists of other answers: `rounds`, `shared`, `maths`,
`proofs` (with `trees` and `id` of the report), and the id of the `player`. Exit code 1: a fault; 2: an unreadable file.
"""
import hashlib
import hmac
import json
import struct
import sys
from base64 import urlsafe_b64decode
from fractions import Fraction
from itertools import count
from math import prod

from beacon import is_genuine

def sha256(data):
    return hashlib.sha256(data.encode() if isinstance(data, str) else data)
base64url = lambda text: urlsafe_b64decode(text + "=" * (-len(text) % 4))
place_of = lambda player, game, number: sha256(f"{sha256(player).hexdigest()}:{game}:{number}").hexdigest()

class Draw:
    def __init__(self, server_seed, client_seed, nonce, form=">8I", top=2**32):
        block = lambda i: hmac.digest(server_seed.encode(), f"{client_seed}:{nonce}:{i}".encode(), "sha256")
        self.words = (word % 2**63 for i in count() for word in struct.unpack(form, block(i)))
        self.top, self.drawn = top, []
    def below(self, bound):
        word = next(word for word in self.words if word < self.top - self.top % bound)
        self.drawn.append([bound, word % bound])
        return word % bound

class Shuffle:
    def __init__(self, draw, size):
        self.draw, self.things, self.taken = draw, list(range(size)), 0
    def take(self, count=1):
        for at in range(self.taken, self.taken + count):
            other = at + self.draw.below(len(self.things) - at)
            self.things[at], self.things[other] = self.things[other], self.things[at]
        self.taken += count
        return self.things[self.taken - count : self.taken]

def with_last_subunit(draw, stake, factor):
    whole, rest = divmod(stake * factor.numerator, factor.denominator)
    while rest > 0:
        digit, rest = divmod(rest * 2**32, factor.denominator)
        if (drawn := draw.below(2**32)) != digit:
            return whole + (drawn < digit)
    return whole

# Each game returns the payout, and what the outcome shows besides the choice.
times = lambda stake, multiplier: int(stake * Fraction(str(multiplier)))

def dice(_, draw, stake, choice, __):
    roll, target, under = draw.below(10_000), choice["target"], choice["direction"] == "under"
    is_win = roll < target if under else roll > target
    return stake * 9_900 // (target if under else 9_999 - target) if is_win else 0, {"roll": roll, "isWin": is_win}

def limbo(_, draw, stake, choice, __):
    step = int(Fraction(str(choice["target"])) * 100)
    number = draw.below(sides := 2**32 // step * step)
    is_win = number < sides // step * 99
    reached = min(1_000_000, max(1, 99 * sides // (number + 1) / 100))
    return times(stake, choice["target"]) if is_win else 0, {"reached": reached, "isWin": is_win}

def wheel(tables, draw, stake, choice, _):
    multipliers = tables["multipliers"][choice["risk"]][str(choice["segments"])]
    at = draw.below(len(multipliers))
    return times(stake, multipliers[at]), {"at": at, "multiplier": multipliers[at]}

def plinko(tables, draw, stake, choice, _):
    rows, number = choice["rows"], draw.below(2 ** choice["rows"])
    path = [number >> (rows - 1 - row) & 1 for row in range(rows)]
    multiplier = tables["multipliers"][choice["risk"]][str(rows)][sum(path)]
    return times(stake, multiplier), {"path": path, "bucket": sum(path), "multiplier": multiplier}

def keno(tables, draw, stake, choice, _):
    drawn = [thing + 1 for thing in Shuffle(draw, 40).take(10)]
    hits = len(set(drawn) & set(choice["picks"]))
    multiplier = tables["multipliers"][choice["risk"]][len(choice["picks"]) - 1][hits]
    return times(stake, multiplier), {"drawn": drawn, "hits": hits, "multiplier": multiplier}

def diamonds(tables, draw, stake, *_):
    gems = [draw.below(7) for _ in range(5)]
    counts = sorted((gems.count(gem) for gem in set(gems)), reverse=True)
    names = {(5,): "five", (4, 1): "four", (3, 2): "fullHouse", (3, 1, 1): "three", (2, 2, 1): "twoPairs"}
    hand = names.get(tuple(counts), "pair" if counts[0] == 2 else "none")
    multiplier = tables["multipliers"][hand]
    return times(stake, multiplier), {"gems": gems, "hand": hand, "multiplier": multiplier}

def roulette(tables, draw, _, choice, __, has_partage=False):
    pocket, payout = draw.below(37), 0
    for bet in choice["bets"]:
        covered = tables["positions"][bet["position"]]
        if pocket in covered:
            payout += bet["amount"] * 36 // len(covered)
        elif has_partage and pocket == 0 and bet["position"] in ("low", "high", "even", "odd", "red", "black"):
            payout += bet["amount"] // 2
    return payout, {"pocket": pocket}

def baccarat(tables, draw, _, choice, __):
    shoe = Shuffle(draw, 52 * tables["decks"])
    points = lambda card: card % 13 + 1 if card % 13 < 9 else 0
    sum_of = lambda cards: sum(map(points, cards)) % 10
    first, second, third, fourth = (card % 52 for card in shoe.take(4))
    player, banker = [first, third], [second, fourth]
    if max(sum_of(player), sum_of(banker)) < 8:
        banker_draws = sum_of(banker) <= 5
        if sum_of(player) <= 5:
            player += [shoe.take()[0] % 52]
            banker_draws = points(player[2]) in tables["bankerDraws"][sum_of(banker)]
        if banker_draws:
            banker += [shoe.take()[0] % 52]
    difference = sum_of(player) - sum_of(banker)
    winner = "player" if difference > 0 else "banker" if difference < 0 else "tie"
    pairs = {"playerPair": player[0] % 13 == player[1] % 13, "bankerPair": banker[0] % 13 == banker[1] % 13}
    happened = [winner, *(name for name, is_pair in pairs.items() if is_pair)]
    payout = sum(bet["amount"] * tables["pays"][bet["position"]][name] for bet in choice["bets"] for name in happened)
    shown = {"isPlayerPair": pairs["playerPair"], "isBankerPair": pairs["bankerPair"], "winner": winner}
    return payout // 100, shown | {"player": player, "banker": banker}

def mines(_, draw, stake, choice, acts):
    hidden = sorted(Shuffle(draw, 25).take(choice["mines"]))
    revealed = [act["at"] for act in acts if act["type"] == "reveal"]
    if set(revealed) & set(hidden):
        return 0, {"mines": hidden}
    factors = (Fraction(25 - at, 25 - choice["mines"] - at) for at in range(len(revealed)))
    return with_last_subunit(draw, stake, prod(factors, start=Fraction(99, 100))), {"mines": hidden}

def towers(tables, draw, stake, choice, acts):
    shape = tables["towers"][choice["tower"]]
    safe = [sorted(Shuffle(draw, shape["tiles"]).take(shape["safe"])) for _ in range(tables["floors"])]
    climbed = [act["at"] for act in acts if act["type"] == "climb"]
    if not all(tile in tiles for tile, tiles in zip(climbed, safe)):
        return 0, {"safe": safe}
    factor = Fraction(99, 100) * Fraction(shape["tiles"], shape["safe"]) ** len(climbed)
    return with_last_subunit(draw, stake, factor), {"safe": safe}

def hilo(_, draw, stake, __, acts):
    cards, worth = [draw.below(52)], Fraction(99, 100)
    for act in (act["type"] for act in acts if act["type"] != "cashOut"):
        before, after = cards[-1] % 13, draw.below(52)
        cards.append(after)
        if act != "skip":
            worth *= Fraction(13, 13 - before if act == "higher" else before + 1)
        if (act == "higher" and after % 13 < before) or (act == "lower" and after % 13 > before):
            return 0, {"cards": cards, "isLost": True}
    return with_last_subunit(draw, stake, worth), {"cards": cards, "isLost": False}

def crash(_, draw, stake, __, acts):
    reached = acts[0]["hundredths"] if acts[0]["type"] == "cashOut" else 0
    return with_last_subunit(draw, stake, Fraction(reached, 100)), {}

def crash_point(salt, hash):
    x = int(hmac.new(salt.encode(), hash.encode(), "sha256").hexdigest()[:13], 16)
    return min(1_000_000, max(100, 99 * 2**52 // (2**52 - x)))

value = lambda card: min(card % 13 + 1, 10)
hard = lambda cards: sum(map(value, cards))
total = lambda cards: hard(cards) + (10 if hard(cards) <= 11 and 1 in map(value, cards) else 0)

def blackjack(_, draw, stake, __, acts):
    acts = iter([act["type"] for act in acts])
    first, up, second, hole = (draw.below(52) for _ in range(4))
    new_hand = lambda cards, is_done=False: {"cards": cards, "stake": stake, "done": is_done, "half": False}
    dealer, hands = [up, hole], [new_hand([first, second])]
    insurance = stake // 2 if value(up) == 1 and next(acts) == "insure" else 0
    dealer_has, player_has = total(dealer) == 21, total([first, second]) == 21
    if not dealer_has and not player_has:
        while hand := next((hand for hand in hands if not hand["done"] and total(hand["cards"]) < 21), None):
            act = next(acts)
            hand.update(done=act in ("stand", "double", "surrender"), half=act == "surrender")
            if act == "split":
                parts = [new_hand([card, draw.below(52)], value(card) == 1) for card in hand["cards"]]
                hands[hands.index(hand) : hands.index(hand) + 1] = parts
            elif act in ("hit", "double"):
                hand["cards"].append(draw.below(52))
                hand["stake"] *= 2 if act == "double" else 1
        while any(total(hand["cards"]) <= 21 and not hand["half"] for hand in hands) and total(dealer) < 17:
            dealer.append(draw.below(52))
    for hand in hands:
        own, theirs = total(hand["cards"]), total(dealer)
        halves = 4 if theirs > 21 or own > theirs else 2 if own == theirs else 0
        if player_has or dealer_has:
            halves = (2 if dealer_has else 5) if player_has else 0
        hand["payout"] = hand["stake"] * (1 if hand["half"] else halves if own <= 21 else 0) // 2
    shown = [{"cards": hand["cards"], "payout": hand["payout"]} for hand in hands]
    paid = insurance * 3 if dealer_has else 0
    return paid + sum(hand["payout"] for hand in hands), {"dealer": dealer, "hands": shown, "insurance": paid}

def poker_hand(cards, has_wilds):
    ranks = [card % 13 for card in cards if not (has_wilds and card % 13 == 1)]
    suits = {card // 13 for card in cards if not (has_wilds and card % 13 == 1)}
    wilds, counts = 5 - len(ranks), sorted(map(ranks.count, set(ranks)), reverse=True) + [0]
    same, runs = counts[0] + wilds, [{0, 9, 10, 11, 12}, *(set(range(low, low + 5)) for low in range(9))]
    is_flush, is_straight = len(suits) == 1, counts[0] == 1 and any(set(ranks) <= run for run in runs)
    ranking = {
        "fourDeuces": wilds == 4,
        "royalFlush": is_flush and is_straight and set(ranks) <= runs[0] and wilds == 0,
        "wildRoyalFlush": is_flush and is_straight and set(ranks) <= runs[0],
        "fiveOfAKind": same == 5,
        "straightFlush": is_flush and is_straight,
        "fourOfAKind": same == 4,
        "fullHouse": same == 3 and counts[1] == 2,
        "flush": is_flush,
        "straight": is_straight,
        "threeOfAKind": same == 3,
        "twoPair": not has_wilds and counts[:2] == [2, 2],
        "jacksOrBetter": not has_wilds and any(ranks.count(rank) == 2 for rank in (0, 10, 11, 12)),
    }
    return next((name for name, is_made in ranking.items() if is_made), None)

def poker(tables, draw, stake, _, acts):
    cards = (deck := Shuffle(draw, 52)).take(5)
    for at in sorted({0, 1, 2, 3, 4} - set(acts[0]["hold"])):
        cards[at] = deck.take()[0]
    hand = poker_hand(cards, "fourDeuces" in tables["pays"])
    return stake * tables["pays"].get(hand, 0), {"cards": cards, "hand": hand}

def evaluate(slot, grid):
    """The coins of a window without the multiplier of the spin, its winning places, and its number of scatters."""
    pay = lambda symbol, length: slot["paytable"].get(symbol, {}).get(str(length), 0)
    scatters = [(reel, row) for reel, shown in enumerate(grid) for row, each in enumerate(shown) if each == "scatter"]
    coins, lines = pay("scatter", len(scatters)), slot["pays"].get("lines")
    places = set(scatters) if coins else set()
    runs = [(grid[0][rows[0]], rows) for rows in lines] if lines else [(symbol, None) for symbol in set(grid[0])]
    for symbol, rows in runs:
        length, factor, own = 0, 1, set()
        for reel, shown in enumerate(grid):
            matching = [row for row in ([rows[reel]] if rows else range(len(shown))) if shown[row] in (symbol, "wild")]
            if not matching:
                break
            is_wild = any(shown[row] == "wild" for row in matching)
            factor *= (slot["wild"]["multiplier"] if is_wild else 1) if rows else len(matching)
            length, own = length + 1, own | {(reel, row) for row in matching}
        if symbol not in ("scatter", "coin") and (won := pay(symbol, length)):
            coins, places = coins + won * factor, places | own
    return coins, places, len(scatters)

def slot(tables, draw, stake, *_):
    tables = tables | {"strips": [strip.split() for strip in tables["strips"]]}
    feature, strips, coin = tables.get("feature") or {"kind": None}, tables["strips"], stake // tables["coins"]
    cut = lambda strip, top, count: [strip[(top + row) % len(strip)] for row in range(count)]
    spins = []
    def spin(kind, multiplier):
        stops, grid, heights = [], [], feature.get(kind)
        for strip in strips:
            height = heights[draw.below(len(heights))] if heights else tables["rows"]
            stops.append(draw.below(len(strip)))
            grid.append(cut(strip, stops[-1], height))
        coins, places, scatters = evaluate(tables, grid)
        spins.append({"stops": stops, "payout": coins * multiplier * coin})
        return grid, places, scatters

    multipliers, free = feature.get("multipliers", [1]), tables["freeSpins"] or {"awards": {}}
    grid, places, scatters = spin("paid", multipliers[0])
    for _ in range(free["awards"].get(str(scatters), 0)):
        spin("free", free["multiplier"])
    while feature["kind"] == "cascade" and places:
        kept = [[each for y, each in enumerate(shown) if (x, y) not in places] for x, shown in enumerate(grid)]
        gaps = [tables["rows"] - len(shown) for shown in kept]
        tops = [(top - gap) % len(strip) for top, gap, strip in zip(spins[-1]["stops"], gaps, strips)]
        grid = [cut(strip, top, gap) + shown for strip, top, gap, shown in zip(strips, tops, gaps, kept)]
        coins, places, _ = evaluate(tables, grid)
        step = multipliers[min(len(spins), len(multipliers) - 1)]
        spins.append({"stops": tops, "payout": coins * step * coin})
    if feature["kind"] == "hold" and sum(shown.count("coin") for shown in grid) >= feature["from"]:
        coin_value = lambda: feature["values"][draw.below(len(feature["values"]))]
        held = [[coin_value() if each == "coin" else 0 for each in shown] for shown in grid]
        spins.append({"stops": [], "payout": 0})
        left = feature["spins"]
        while left > 0 and any(0 in shown for shown in held):
            left -= 1
            for shown in held:
                for row, known in enumerate(shown):
                    if known == 0 and draw.below(feature["oneIn"]) == 0:
                        shown[row], left = coin_value(), feature["spins"]
            spins.append({"stops": [], "payout": 0})
        is_full = not any(0 in shown for shown in held)
        spins[-1]["payout"] = coin * (feature["full"] if is_full else sum(map(sum, held)))
    return sum(each["payout"] for each in spins), {"spins": spins}

of_own_name = (dice, limbo, wheel, plinko, keno, diamonds, roulette, baccarat, mines, towers, hilo, crash, blackjack)
games = {rules.__name__: rules for rules in of_own_name} | {"jacks-or-better": poker, "deuces-wild": poker}
games |= {"french-roulette": lambda *round: roulette(*round, has_partage=True), "blackjack-surrender": blackjack}

def play(published, round):
    draw = Draw(round["serverSeed"], round["clientSeed"], round["nonce"])
    acts = round.get("acts") or round["outcome"].get("acts", [])
    result_of = games.get(published["game"], slot)
    return *result_of(published["tables"], draw, round["stake"], round["choice"], acts), draw.drawn

def shown_of(outcome):
    """The part of a recorded outcome that is compared."""
    if "spins" in outcome:
        return {"spins": [{"stops": spin["stops"], "payout": spin["payout"]} for spin in outcome["spins"]]}
    shown = dict(outcome.get("view", outcome))
    if "hands" in shown:
        shown["hands"] = [{"cards": hand["cards"], "payout": hand["payout"]} for hand in shown["hands"]]
        shown["insurance"] = (shown["insurance"] or {"payout": 0})["payout"]
    return shown

def output_of(n, text, proof):
    """The output of the verifiable random function, or None if the proof is wrong."""
    modulus, signature = base64url(n), base64url(proof)
    size, s = len(modulus), int.from_bytes(signature, "big")
    if size < 256 or len(signature) != size or s >= int.from_bytes(modulus, "big"):
        return None
    seed = b"\x01\x01" + size.to_bytes(4, "big") + modulus + text.encode()
    mask = b"".join(sha256(seed + at.to_bytes(4, "big")).digest() for at in range(size // 32 + 1))[: size - 1]
    is_proof = pow(s, 65_537, int.from_bytes(modulus, "big")) == int.from_bytes(mask, "big")
    return sha256(b"\x01\x02" + signature).hexdigest() if is_proof else None

def is_in_tree(report, player, tree, proof):
    for part in proof["parts"]:
        text = f"{report} {proof['currency']} {player} {part['part']}".encode()
        leaf = b"\x00" + text + bytes.fromhex(part["salt"]) + part["amount"].to_bytes(8, "big")
        own = sha256(leaf).digest(), part["amount"]
        for level, step in enumerate(part["path"]):
            sibling = bytes.fromhex(step["hash"]), step["sum"]
            both = (sibling, own) if part["position"] >> level & 1 else (own, sibling)
            data = b"".join(hash + total.to_bytes(8, "big") for hash, total in both)
            own = sha256(b"\x01" + data).digest(), own[1] + sibling[1]
        if own != (bytes.fromhex(tree["root"]), tree["total"]) or 2 ** len(part["path"]) != tree["leaves"]:
            return False
    amounts = [part["amount"] for part in proof["parts"]]
    numbers, positions = ({part[name] for part in proof["parts"]} for name in ("part", "position"))
    return numbers == {0, 1, 2, 3} and len(positions) == len(amounts) == 4 and sum(amounts) == proof["amount"]

def check_vectors(published):
    vectors = published["vectors"]
    for each in vectors["vrf"]:
        jwk = json.dumps({"e": "AQAB", "kty": "RSA", "n": each["n"]}, separators=(",", ":"))
        yield "vrf", output_of(each["n"], each["input"], each["proof"]), each["output"]
        yield "thumbprint", sha256(jwk).digest(), base64url(each["thumbprint"])
        yield "wrong input", output_of(each["n"], each["input"] + " ", each["proof"]), None
    pair = vectors["place"]
    yield "place", place_of(pair["player"], pair["game"], pair["number"]), pair["place"]
    yield "input", f"{pair['place']}:{pair['clientSeed']}", pair["input"]
    for each in vectors["numbers"]:
        draw = Draw(each["serverSeed"], each["clientSeed"], each["nonce"])
        yield "numbers", [[bound, draw.below(bound)] for bound, _ in each["draws"]], each["draws"]
        yield "hash of the seed", sha256(each["serverSeed"]).hexdigest(), each["serverSeedHash"]
    for each in vectors["points"]:
        yield "point", crash_point(each["salt"], each["hash"]), each["point"]
        yield "chain", sha256(each["hash"]).hexdigest(), each["before"]
    for each in vectors["jackpots"]:
        for level in each["levels"]:
            place, pot = f"{each['clientSeed']}:{each['nonce']}", level["pot"]
            number = Draw(each["serverSeed"], place, level["level"], ">4Q", 2**63 - 1).below(level["cap"] - pot)
            won = pot + level["contribution"] if number < level["contribution"] else 0
            yield f"draw of the {level['level']}", (number, won), (level["drawn"], level["won"])
    owed = vectors["liabilities"]
    yield "liabilities", is_in_tree(owed["report"], owed["player"], owed["tree"], owed["proof"]), True
    yield "statement", sha256(owed["statement"]).hexdigest(), owed["statementHash"]
    for game in published["games"]:
        for vector in game["vectors"]:
            expected = vector["payout"], vector["outcome"], vector["draws"]
            yield f"vector of {game['game']}: {vector['shows']}", play(game, vector), expected

def check_answers(published, answers):
    by_name = {(game["game"], game["version"]): game for game in published["games"]}
    for round in answers.get("rounds", []):
        name = f"{round['game']['id']} round {round['id']}"
        payout, outcome, _ = play(by_name[round["game"]["id"], round["mathsVersion"]], round)
        recorded = shown_of(round["outcome"])
        yield name, (payout, outcome), (round["payout"], {key: recorded[key] for key in outcome})
        yield f"hash of {name}", sha256(round["serverSeed"]).hexdigest(), round["serverSeedHash"]
        if drawn := round["drawn"]:
            seed = output_of(drawn["key"]["n"], f"{drawn['place']}:{round['clientSeed']}", drawn["proof"])
            yield f"seed of {name}", (seed, drawn["key"]["e"]), (round["serverSeed"], "AQAB")
            place = place_of(answers["player"], round["game"]["id"], drawn["number"])
            yield f"place of {name}", place, drawn["place"]
    for each in answers.get("shared", []):
        named = each["round"]["beacon"]
        key = named["signature"] if named else each["chain"]["salt"]
        yield "point of a shared round", crash_point(key, each["round"]["hash"]), each["round"]["point"]
        if named:
            yield "beacon of a shared round", is_genuine(each["beacon"], named), True
    for each in answers.get("maths", []):
        lines = [f"{sha256(source['text']).hexdigest()}  {source['path']}\n" for source in each["sources"]]
        yield f"maths of {each['game']}", sha256("".join(lines)).hexdigest(), each["hash"]
    for each in answers.get("proofs", []):
        trees = {tree["currency"]: tree for tree in each["trees"]}
        for balance in each["balances"]:
            yield "balance", is_in_tree(each["id"], each["playerId"], trees[balance["currency"]], balance), True

def main(fairness, answers=None):
    try:
        published, more = (json.load(open(name, encoding="utf-8")) if name else {} for name in (fairness, answers))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    checks = [*check_vectors(published), *check_answers(published, more)]
    faults = [f"{name}: {found} is not {expected}" for name, found, expected in checks if found != expected]
    print(*faults, f"{len(checks)} checks, {len(faults)} faults", sep="\n")
    return 1 if faults else 0

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
