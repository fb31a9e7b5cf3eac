// Midnight Botanica: a garden that lights itself; petals glow from within and moonlight rims them from the upper right.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: 0.5, y: -0.85 }
export const shadow = '#03020f'

const night = '#0a0626'

export const moth: Material = {
  fill: ['#eaffd0', '#7df0b0', '#1f9c98', '#1a4a8a'],
  rim: '#ffffff',
  shade: '#0b2c66',
  outline: '#061233',
}
export const moonflower: Material = {
  fill: ['#ffffff', '#d4d8ff', '#7f86f0', '#4438b0'],
  rim: '#ffffff',
  shade: '#281a86',
  outline: night,
}
export const cap: Material = {
  fill: ['#b8fff4', '#2fd6dc', '#1470c0', '#1c2a86'],
  rim: '#f0ffff',
  shade: '#0c1660',
  outline: '#050a33',
}
export const stem: Material = {
  fill: ['#f4f0ff', '#b9b0e8', '#6258ac'],
  rim: '#ffffff',
  shade: '#2a2270',
  outline: night,
}
export const pitcher: Material = {
  fill: ['#ffb0f0', '#e0409c', '#7a1a86'],
  rim: '#ffe6ff',
  shade: '#420a5e',
  outline: '#20053a',
}
export const leaf: Material = {
  fill: ['#a8ffb8', '#2fbf7c', '#0c5a5c'],
  rim: '#eafff0',
  shade: '#042c3c',
  outline: '#021a26',
}
export const fern: Material = {
  fill: ['#d6ff9a', '#66d05a', '#12705a'],
  rim: '#fbffe0',
  shade: '#06403c',
  outline: '#032422',
}
export const berry: Material = {
  fill: ['#d0e4ff', '#5a86ff', '#2a1fb0'],
  rim: '#ffffff',
  shade: '#160c6e',
  body: 'round',
  outline: '#0a0540',
}
export const pod: Material = {
  fill: ['#fff0a8', '#ffa83a', '#b8441c'],
  rim: '#fffbe0',
  shade: '#6b1c10',
  outline: '#32100c',
}
export const glass: Material = {
  fill: ['#ffffff/.55', '#8fd8ff/.28', '#4a6ae0/.4'],
  rim: '#ffffff',
  shade: '#2a3aa0',
  outline: '#0a1048',
}
export const gold: Material = {
  fill: ['#fff8c8', '#f5c04a', '#a3602a'],
  rim: '#ffffff',
  shade: '#5a2c1a',
  outline: '#2a120c',
}
export const moon: Material = {
  fill: ['#ffffff', '#e4e0ff', '#a49af0'],
  rim: '#ffffff',
  shade: '#5244b8',
  outline: night,
}
