// Velvet Groove: plum velvet, brass and neon in a cellar club; a spotlight falls from above, teal glows from the side.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.35, y: -0.9 }
export const shadow = '#0a0110'

const plum = '#1c0526'

export const brass: Material = {
  fill: ['#fff6c8', '#f5c258', '#b06a1c', '#ffdc8a'],
  rim: '#ffffff',
  shade: '#5c2c0a',
  outline: '#2c0f06',
}
export const velvet: Material = {
  fill: ['#f08ad0', '#a82a88', '#4a0c52'],
  rim: '#ffc8ec',
  shade: '#26042e',
  outline: plum,
}
export const ebony: Material = {
  fill: ['#7a6a98', '#2c1f40', '#0c0614'],
  rim: '#d8c0ff',
  shade: '#04010a',
  outline: '#020006',
}
export const ivory: Material = {
  fill: ['#ffffff', '#fff4e4', '#d8c4c0'],
  rim: '#ffffff',
  shade: '#947c8c',
  outline: '#2c1a30',
}
export const chrome: Material = {
  fill: ['#ffffff', '#c4d4ea', '#667a9c', '#dbe8f8'],
  rim: '#ffffff',
  shade: '#28344e',
  outline: '#0e1424',
}
export const walnut: Material = {
  fill: ['#e8a878', '#964c34', '#4a1c1c'],
  rim: '#ffd6b4',
  shade: '#260a10',
  outline: '#160408',
}
export const neon: Material = {
  fill: ['#eafffb', '#5ff0e0', '#12a0b0', '#5c3fd0'],
  rim: '#ffffff',
  shade: '#083c5c',
  outline: '#04203a',
}
export const scarlet: Material = {
  fill: ['#ffb0a0', '#ee3a5a', '#8a0c3a'],
  rim: '#ffe0d8',
  shade: '#48041e',
  outline: '#240210',
}
