// Glacier Fox: snow under a green and violet aurora; the light falls from above, cold, with a warm lamp far away.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.4, y: -0.9 }
export const shadow = '#020c20'

const night = '#07193c'

export const fur: Material = {
  fill: ['#ffffff', '#eaf6ff', '#a9c8ee', '#6f8fd0'],
  rim: '#c9ffe9',
  shade: '#3d58a8',
  outline: night,
}
export const chest: Material = {
  fill: ['#ffffff', '#ffffff', '#dcebff'],
  rim: '#ffffff',
  shade: '#7f9fdc',
  outline: night,
}
export const innerFur: Material = {
  fill: ['#cfe0ff', '#9fb4ea', '#6a79c4'],
  rim: '#ffffff',
  shade: '#38408f',
  outline: night,
}
export const feather: Material = {
  fill: ['#ffffff', '#f3ecdf', '#c3b3a6'],
  rim: '#d9fff0',
  shade: '#6b5a72',
  outline: '#1d1a3a',
}
export const hide: Material = {
  fill: ['#d9a27c', '#9a6148', '#4f2c34'],
  rim: '#ffe2c4',
  shade: '#2b1426',
  outline: '#170a1c',
}
export const antler: Material = {
  fill: ['#fff1d6', '#d9b48a', '#8d6148'],
  rim: '#ffffff',
  shade: '#4a2a2c',
  outline: '#170a1c',
}
export const whale: Material = {
  fill: ['#8fd8f2', '#2c78b8', '#10306e'],
  rim: '#e6fbff',
  shade: '#081a4c',
  outline: '#040f30',
}
export const ice: Material = {
  fill: ['#ffffff', '#9ff0ff', '#3aa6e6', '#1a5cc0'],
  rim: '#ffffff',
  shade: '#0c3a94',
  outline: '#061d54',
}
export const pine: Material = {
  fill: ['#8ff0c0', '#2b9c7c', '#0c4c56'],
  rim: '#e9fff4',
  shade: '#04303c',
  outline: '#021c28',
}
export const berry: Material = {
  fill: ['#ffb0b0', '#f03a52', '#8f0c38'],
  rim: '#ffffff',
  shade: '#4d0326',
  body: 'round',
  outline: '#2a0218',
}
export const wool: Material = {
  fill: ['#ffe0a8', '#f59a3c', '#b8501c'],
  rim: '#fff6e0',
  shade: '#6b260c',
  outline: '#2e0f08',
}
export const aurora: Material = {
  fill: ['#f4fff0', '#7dffc4', '#2fc7d6', '#7c5cff'],
  rim: '#ffffff',
  shade: '#2b2a9c',
  outline: '#0c1450',
}
export const snow: Material = {
  fill: ['#ffffff', '#dcefff', '#9dc0ea'],
  rim: '#ffffff',
  shade: '#5878b8',
  outline: night,
}
