// The tabs of the studio's page work by themselves; this says which one is current to whoever cannot see it.

const links = document.querySelectorAll<HTMLAnchorElement>('nav a')

function mark(): void {
  const shown = location.hash || '#home'
  for (const link of links) {
    if (link.hash === shown) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

addEventListener('hashchange', mark)
mark()
