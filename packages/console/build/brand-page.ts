import type { Plugin } from 'vite'
import { paletteCss } from '../src/ui/theme/palette.ts'

/** Writes the palette into every page, so that the first paint already has the right colours. */
export function brandPages(): Plugin {
  return {
    name: 'wattkeeper-brand-pages',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/*palette*/', paletteCss()) },
  }
}

/** In development /login is a page of its own too, as the server serves it. */
export function serveLogin(): Plugin {
  return {
    name: 'wattkeeper-serve-login',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.split('?')[0] === '/login') request.url = '/login.html'
        next()
      })
    },
  }
}
