"""Signatures of a drand beacon (bls-unchained-g1-rfc9380), from RFC 9380 and the definition of BLS12-381.

Without a library: slow, and not hardened against timing, because it verifies public data only.
"""
import hashlib
import re
from functools import reduce

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
X = 0xD201000000010000  # The parameter of the curve, without its sign.
SUITE = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

class Fp2:
    """a + b·i modulo P, i² = -1."""
    def __init__(self, a, b=0):
        self.a, self.b = a % P, b % P
    def __eq__(self, other):
        return (self.a, self.b) == (other.a, other.b)
    def __add__(self, other):
        return Fp2(self.a + other.a, self.b + other.b)
    def __sub__(self, other):
        return Fp2(self.a - other.a, self.b - other.b)
    def __mul__(self, other):
        if isinstance(other, int):
            return Fp2(self.a * other, self.b * other)
        return Fp2(self.a * other.a - self.b * other.b, self.a * other.b + self.b * other.a)
    def inverse(self):
        norm = pow(self.a * self.a + self.b * self.b, -1, P)
        return Fp2(self.a * norm, -self.b * norm)

def root(square):
    """In the field of P elements, P = 3 mod 4; None for what is no square."""
    found = pow(square, (P + 1) // 4, P)
    return found if found * found % P == square % P else None

def root2(square):
    """In Fp2: (c + d·i)² = a + b·i, so that c² = (a ± √(a² + b²)) / 2 and d = b / 2c."""
    norm = root(square.a**2 + square.b**2)
    for signed in (norm, -norm) if norm is not None else ():
        c = root((square.a + signed) * pow(2, -1, P))
        found = Fp2(c, square.b * pow(2 * c, -1, P)) if c else None
        if found and found * found == square:
            return found
    return None

# Points are pairs of Fp2, also those of G1, whose second parts are 0. None is the point at infinity.

def slope(one, other):
    (x1, y1), (x2, y2) = one, other
    return x1 * x1 * 3 * (y1 * 2).inverse() if x1 == x2 else (y2 - y1) * (x2 - x1).inverse()

def add(one, other):
    if one is None or other is None:
        return one or other
    if one[0] == other[0] and (one[1] != other[1] or one[1] == Fp2(0)):
        return None
    angle = slope(one, other)
    x = angle * angle - one[0] - other[0]
    return x, angle * (one[0] - x) - one[1]

def times(scalar, point):
    total = None
    for bit in bin(scalar)[2:]:
        total = add(total, total)
        total = add(total, point) if bit == "1" else total
    return total

def read_point(data):
    """A compressed point of 48 bytes (G1) or 96 bytes (G2: the part with i comes first); None for anything else."""
    numbers = [int.from_bytes(data[at : at + 48], "big") for at in range(0, len(data), 48)]
    flags, numbers[0] = numbers[0] >> 381, numbers[0] % 2**381
    if flags not in (0b100, 0b101) or max(numbers) >= P:
        return None
    x = Fp2(*reversed(numbers))
    y = root2(x * x * x + (Fp2(4) if len(numbers) == 1 else Fp2(4, 4)))
    if y is None:
        return None
    is_larger = (y.b or y.a) > P // 2
    y = y if is_larger == (flags == 0b101) else y * -1
    return (x, y) if times(R, (x, y)) is None else None

# Hashing to G1 (RFC 9380, section 8.8.1).

A = 0x144698A3B8E9433D693A02C96D4982B0EA985383EE66A8D8E8981AEFD881AC98936F8DA0E0F97F5CF428082D584C1D
B = 0x12E2908D11688030018B12E8753EEE3B2016C1F0F24F4070A0B9C14FCEF35EF55A23215A316CEAA5D1CC48E98E172BE0
Z = 11
# The polynomial whose square is `x_den` of appendix E.2: the kernel of the isogeny, from x^5 down.
KERNEL = (
    1,
    0x4AFE09D5CF4956A23B6B71F59D2B3407B415A774B7BE81BBB6FA99CBC798E0AC98BA725A5BC328016B1C268B4766E85,
    0x94440F65F408A6E930E16E3E92DD17BF60D6E9679A8D3D58593DE55AC23703042D609537EB3549AAC234D896CA82944,
    0x1335C502C1F54C49ACEEA65E87FD7203BA0F626F305FC0CFD606A5DAE9F3C8E81A4B3B69600129FABD307C69BF319D39,
    0x264908AF037BCEDE00D054CF5D4775E83EB6CF63C76B969F8ED174FB59FCFF78D201F46F6CFC4ED6552E59CE75177B0,
    0x133341FB0962A34CB0504A9C4FADA0A5090D38679B4C040D5D1C3AFB023A3409FCC0815FEA66D8B02BBEF9C8B5A66E07,
)

def expand(message, size):
    tail = SUITE + bytes([len(SUITE)])
    sha = lambda data: hashlib.sha256(data).digest()
    first = sha(bytes(64) + message + size.to_bytes(2, "big") + b"\0" + tail)
    blocks = [sha(first + b"\1" + tail)]
    while len(blocks) * 32 < size:
        mixed = bytes(a ^ b for a, b in zip(first, blocks[-1]))
        blocks.append(sha(mixed + bytes([len(blocks) + 1]) + tail))
    return b"".join(blocks)

def map_to_curve(u):
    """The simplified map of Shallue, van de Woestijne and Ulas to y² = x³ + Ax + B."""
    f = lambda x: (x**3 + A * x + B) % P
    t = (Z**2 * u**4 + Z * u**2) % P
    x = (-B * pow(A, -1, P) * (1 + pow(t, -1, P)) if t else B * pow(Z * A, -1, P)) % P
    x = x if root(f(x)) is not None else Z * u**2 * x % P
    y = root(f(x))
    return x, y if y % 2 == u % 2 else -y % P

def isogeny(x, y):
    """To y² = x³ + 4, by Kohel's formulas for the kernel k of order 11. l1 is k'/k; l2 and l3 are its derivatives."""
    derived = lambda terms: [each * (len(terms) - 1 - at) for at, each in enumerate(terms[:-1])]
    value = lambda terms: reduce(lambda sum, each: (sum * x + each) % P, terms)
    first, second = derived(KERNEL), derived(derived(KERNEL))
    k, k1, k2, k3 = (value(terms) for terms in (KERNEL, first, second, derived(second)))
    by_k = pow(k, -1, P)
    l1 = k1 * by_k
    l2 = k2 * by_k - l1**2
    l3 = k3 * by_k - l1 * k2 * by_k - 2 * l1 * l2
    f, f1 = x**3 + A * x + B, 3 * x**2 + A
    mapped = 11 * x + 2 * KERNEL[1] - 2 * f1 * l1 - 4 * f * l2
    slope_of_map = 11 - 12 * x * l1 - 6 * f1 * l2 - 4 * f * l3
    # The formulas lead to y² = x³ + 4·11⁶.
    return Fp2(mapped * pow(11, -2, P)), Fp2(y * slope_of_map * pow(11, -3, P))

def hash_to_curve(message):
    data = expand(message, 128)
    numbers = (int.from_bytes(part, "big") % P for part in (data[:64], data[64:]))
    return times(X + 1, add(*(isogeny(*map_to_curve(number)) for number in numbers)))

# The pairing. An element of the field of P¹² elements is six of Fp2, the powers of w, with w⁶ = 1 + i.

def product(one, other):
    sums = [Fp2(0)] * 11
    for at, left in enumerate(one):
        for more, right in enumerate(other):
            sums[at + more] += left * right
    return [low + high * Fp2(1, 1) for low, high in zip(sums[:6], sums[6:] + [Fp2(0)])]

def line(one, other, point):
    """The line through two points of G2 at a point of G1, times w³, which the final power removes."""
    angle = slope(one, other)
    return [angle * one[0] - one[1], Fp2(0), angle * point[0] * -1, point[1], Fp2(0), Fp2(0)]

def miller(point, twisted):
    value, at = [Fp2(1)] + [Fp2(0)] * 5, twisted
    for bit in bin(X)[3:]:
        value, at = product(product(value, value), line(at, at, point)), add(at, at)
        if bit == "1":
            value, at = product(value, line(at, twisted, point)), add(at, twisted)
    return value

def is_one(value):
    """Whether the product of pairings that these values stand for is 1."""
    power = [Fp2(1)] + [Fp2(0)] * 5
    for bit in bin((P**12 - 1) // R)[2:]:
        power = product(power, power)
        power = product(power, value) if bit == "1" else power
    return power == [Fp2(1)] + [Fp2(0)] * 5

G2 = read_point(bytes.fromhex(
    "93E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E"
    "024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8"
))

def is_signed(public_key, round, signature):
    """Whether the signature of a round, both in hexadecimal, is by this key: e(hash, key) = e(signature, G2)."""
    if not re.fullmatch("[0-9a-f]{192}", public_key) or not re.fullmatch("[0-9a-f]{96}", signature):
        return False
    key, signed = read_point(bytes.fromhex(public_key)), read_point(bytes.fromhex(signature))
    if key is None or signed is None:
        return False
    hashed = hash_to_curve(hashlib.sha256(round.to_bytes(8, "big")).digest())
    return is_one(product(miller(hashed, key), miller((signed[0], signed[1] * -1), G2)))

def is_genuine(beacon, named):
    """Whether a shared round names this beacon, whose hash covers its key, and a signature by this key."""
    times = beacon["periodSeconds"].to_bytes(4, "big") + beacon["genesis"].to_bytes(8, "big")
    covered = times + bytes.fromhex(beacon["publicKey"] + beacon["groupHash"]) + beacon["name"].encode()
    is_named = hashlib.sha256(covered).hexdigest() == beacon["chainHash"] == named["chainHash"]
    return is_named and is_signed(beacon["publicKey"], named["round"], named["signature"])
