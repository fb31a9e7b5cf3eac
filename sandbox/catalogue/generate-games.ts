/**
 * Generates any number of games of invented studios, always the same ones, with which lists, search and catalogue sync
 * are measured and tested. None of them can be played.
 */
import { GameFeature, type GameKind } from '#contract/games.ts'

export type GeneratedGame = {
  code: string
  name: string
  studio: { id: string; name: string }
  kind: GameKind
  tags: string[]
  features: GameFeature[]
  volatility: 'low' | 'medium' | 'high' | 'extreme'
  /** Percent. */
  rtp: number
  maxWinMultiplier: number
  stakes: Array<{ currency: string; min: number; max: number }>
  releasedOn: string
}

const words = (text: string) => text.trim().split(/\s+/)
const first = words(`
  Amber Ancient Arctic Autumn Azure Blazing Bold Brave Bright Bronze Celestial Cobalt Copper Coral Cosmic Crimson Crystal
  Daring Dawn Desert Distant Dragon Dusky Ebony Echoing Electric Emerald Enchanted Endless Eternal Evening Falling Fearless
  Fiery Flaming Flying Forgotten Frosty Frozen Gilded Glowing Golden Grand Hidden Highland Humble Icy Indigo Iron Ivory Jade
  Jolly Jungle Lively Lonely Lost Lucent Lunar Marble Merry Midnight Misty Molten Moonlit Mystic Neon Noble Northern Opal
  Painted Pearl Phantom Quiet Radiant Ragged Rapid Regal Rising Roaming Royal Ruby Rustic Sacred Sandy Sapphire Savage Scarlet
  Secret Shining Silent Silver Singing Sleeping Solar Southern Spirit Stellar Stormy Sunken Swift Thunder Tidal Topaz Tropical
  Twilight Velvet Violet Wandering Western Whispering Wild Winter Woven Zephyr`)
const second = words(`
  Abbey Anchor Antler Archer Arrow Atlas Badger Bandit Banner Bazaar Beacon Bison Blossom Bounty Bridge Camel Canyon Caravan
  Castle Cavern Chariot Chest Citadel Clover Comet Compass Condor Coyote Crane Crown Dagger Diamond Dolphin Dragon Druid Eagle
  Eclipse Empire Explorer Express Falcon Feather Fiddle Flame Forest Forge Fortress Fountain Fox Galleon Garden Gate Gecko
  Giant Glacier Goblet Gorge Griffin Harbor Harvest Hawk Heron Horizon Hunter Island Jackal Jaguar Jester Kingdom Knight
  Lagoon Lantern Legend Leopard Lion Lotus Lynx Mammoth Market Mask Meadow Mirage Monsoon Mountain Nomad Oasis Ocean Orchard
  Otter Outpost Owl Palace Panther Parade Pharaoh Phoenix Pirate Prairie Pyramid Quest Rabbit Raven Reef Relic River Robin
  Saga Scarab Scroll Serpent Shaman Shore Sparrow Sphinx Spire Stallion Summit Temple Tiger Titan Tower Trail Treasure
  Valley Vault Viking Village Vineyard Volcano Voyage Warrior Waterfall Whale Willow Wizard Wolf Wonder`)
const last = ['', '', '', 'Deluxe', 'Gold', 'Nights', 'Riches', 'Rush', 'II', 'Reloaded']
const themes = words(`
  adventure animals asia books candy castles classic desert diamonds dragons egypt fairytale fantasy farm fire fishing forest
  fruit gems history horror ice jungle love luck magic mythology ocean party pirates romans safari sea space sport stars
  steampunk summer treasure vikings west wildlife winter`)
const studioNames = ['Works', 'Gaming', 'Play', 'Interactive', 'Labs', 'Studios']
const kinds: GameKind[] = ['slot', 'slot', 'slot', 'slot', 'slot', 'slot', 'slot', 'table', 'original', 'dice']
const volatilities = ['low', 'medium', 'medium', 'high', 'high', 'extreme'] as const
const currencies: Record<string, number> = { EUR: 1, USD: 1, BRL: 5, BTC: 10, ETH: 10_000, USDT: 1 }
const dayMs = 86_400_000
const lastRelease = Date.UTC(2026, 10, 20)
const studioCount = 140

export function generateGames(count: number): GeneratedGame[] {
  const random = randomFrom(14)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const studios = Array.from({ length: studioCount }, (_, index) => {
    const name = `${first[(index * 37) % first.length]} ${second[(index * 53) % second.length]} ${studioNames[index % studioNames.length]}`
    return { id: `${slugOf(name)}-${index}`, name }
  })
  return Array.from({ length: count }, (_, index) => {
    const name = [pick(first), pick(second), pick(last)].filter(Boolean).join(' ')
    // As in reality, a few studios make most of the games.
    const studio = studios[Math.floor(random() ** 2 * studioCount)]!
    const lowest = pick([1, 2, 5, 10, 20, 50, 100])
    const highest = lowest * pick([100, 200, 500, 1000])
    return {
      code: `${slugOf(name)}-${index}`,
      name,
      studio,
      kind: pick(kinds),
      tags: [...new Set([pick(themes), pick(themes), pick(themes)])],
      features: GameFeature.options.filter((feature) => feature !== 'provably-fair' && random() < 0.2),
      volatility: pick(volatilities),
      rtp: Math.round((92 + random() * 6.5) * 100) / 100,
      maxWinMultiplier: pick([500, 1_000, 2_500, 5_000, 10_000, 25_000]),
      stakes: Object.entries(currencies).map(([currency, factor]) => ({
        currency,
        min: lowest * factor,
        max: highest * factor,
      })),
      releasedOn: new Date(lastRelease - Math.floor(random() * 2_500) * dayMs).toISOString().slice(0, 10),
    }
  })
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Mulberry32, which gives the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
