/**
 * The most common passwords, which attackers try first. They are refused at any length, and pointed out while the
 * player types.
 */

const words = `
123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 654321 7654321 87654321
111111 1111111 11111111 000000 0000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999
121212 123123 123321 112233 102030 131313 159753 147258 147258369 123654 789456 789456123 456789 696969 101010 232323
password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd pa55word pass1234 passwort passwort1 senha123 senha1234
qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertz qwertz123 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc zaq12wsx zxcvbn zxcvbnm asdfgh asdfghjkl asdasd asd123 azerty azertyuiop
abc123 abcd1234 abcdef abcdefg abcdefgh abcd123 a123456 a1b2c3 a1b2c3d4 aa123456 aaaaaa q1w2e3r4 123qwe qwe123 123abc 1234qwer 123456a 123456q
iloveyou iloveyou1 loveme lovely princess princess1 sunshine sunshine1 monkey dragon dragon1 master master1 shadow superman batman spiderman pokemon naruto
football football1 baseball basketball soccer hockey liverpool chelsea arsenal barcelona realmadrid flamengo corinthians palmeiras
letmein letmein1 welcome welcome1 welcome123 admin123 admin1234 administrator root123 login123 changeme default test123 test1234 testing guest123 secret secret1
michael jordan jordan23 jessica jennifer ashley charlie daniel thomas andrew matthew nicole hannah thuggish alexander maximilian gabriel mariana fernanda
starwars whatever trustno1 freedom computer internet samsung google facebook hello123 hallo123 schatz geheim berlin123 brasil123 casino casino1 casino123 poker123 jackpot lucky777 money123 winner winner1
cheese cookie banana orange purple flower summer summer1 winter1 spring1 autumn1 butterfly chocolate ginger pepper tigger mustang ferrari porsche mercedes corvette harley yamaha yankees cowboys steelers
killer hunter ranger buster soccer1 matrix bailey maggie robert george joshua amanda andrea michelle
`
const common = new Set(words.trim().split(/\s+/))

/** True for a common password in any case, and for one character repeated. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase()) || new Set(password).size === 1
}
