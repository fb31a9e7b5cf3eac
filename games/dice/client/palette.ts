// Dice: ruby glass and ivory on dark felt under one lamp, so that nothing distracts from the odds.

import type { Light } from '#games/art/drawing.ts'

export const light: Light = { x: -0.5, y: -0.85 }
export const shadow = '#020c10'

export type Die = {
  edge: readonly string[]
  top: readonly string[]
  left: readonly string[]
  right: readonly string[]
  pip: readonly string[]
  outline: string
  sheen: string
}

export const ruby: Die = {
  edge: ['#ffb49a', '#d0263f', '#5c0722'],
  top: ['#ffc2aa', '#ff6a5e', '#e8314a'],
  left: ['#f0475a', '#b5153c', '#7d0a30'],
  right: ['#b01238', '#6e0629', '#47041f'],
  pip: ['#ffffff', '#ffe8d8', '#e0b8a8'],
  outline: '#2a0212',
  sheen: '#fff0e6',
}
export const ivory: Die = {
  edge: ['#ffffff', '#eadfca', '#8f7f74'],
  top: ['#ffffff', '#fff8ea', '#f0e2c8'],
  left: ['#f6ead4', '#ddcbb0', '#bfa88f'],
  right: ['#c0ab94', '#94807a', '#6e5c62'],
  pip: ['#4a2a3a', '#2a1424', '#12060f'],
  outline: '#2a1c20',
  sheen: '#ffffff',
}
export const jade: Die = {
  edge: ['#d9fff0', '#27b58c', '#04443f'],
  top: ['#d9ffef', '#63e6b8', '#23b58c'],
  left: ['#3fd0a0', '#128a74', '#07605a'],
  right: ['#12806c', '#075350', '#03363a'],
  pip: ['#ffffff', '#eafff8', '#a9dccb'],
  outline: '#021f22',
  sheen: '#f0fff8',
}
