// Kite Festival: painted paper and silk in a clear sky by the sea; the light comes from above left.

import type { Light, Material } from '#games/art/drawing.ts'

export const light: Light = { x: -0.5, y: -0.8 }
export const shadow = '#062238'

const sea = '#0a2c4a'

export const coral: Material = {
  fill: ['#ffd2b4', '#ff7a5a', '#d83a4e', '#a01e48'],
  rim: '#fff0e4',
  shade: '#7a1238',
  outline: '#4a0c26',
}
export const turquoise: Material = {
  fill: ['#e4fff8', '#4fe0d0', '#149aa8', '#0c6a8c'],
  rim: '#ffffff',
  shade: '#064a68',
  outline: sea,
}
export const sunny: Material = {
  fill: ['#fffbd0', '#ffd84a', '#f59a1e'],
  rim: '#ffffff',
  shade: '#b85c08',
  outline: '#5c2c04',
}
export const violet: Material = {
  fill: ['#f4dcff', '#b77af0', '#6a34b8'],
  rim: '#ffffff',
  shade: '#3c1478',
  outline: '#260c50',
}
export const paper: Material = {
  fill: ['#ffffff', '#fff6e8', '#e8d8c8'],
  rim: '#ffffff',
  shade: '#a88c84',
  outline: '#4a3440',
}
export const leafy: Material = {
  fill: ['#ecffc8', '#8fd84a', '#2f9a3c'],
  rim: '#ffffff',
  shade: '#0f6428',
  outline: '#083c18',
}
export const stick: Material = {
  fill: ['#f4d0a0', '#b8763c', '#6a3c18'],
  rim: '#ffe8c8',
  shade: '#40200a',
  outline: '#281204',
}
export const vapour: Material = {
  fill: ['#ffffff', '#f2faff', '#b8d8f0'],
  rim: '#ffffff',
  shade: '#6a9cc8',
  body: 'round',
  outline: '#3a74a8',
}
