// Shows what to do where the program fails, is too new for the browser, or has not started within ten seconds. Served as it
// is, in the syntax of 2009. The program removes the notice once it has started.
function watchTheStart() {
  var withinMs = 10000

  function show() {
    var notice = document.getElementById('late')
    if (notice) notice.removeAttribute('hidden')
  }

  function handleError(event) {
    var source = event.target
    if (!source || source === window || source.tagName === 'SCRIPT') show()
  }

  function knowsEnough() {
    return (
      'noModule' in document.createElement('script') &&
      typeof Object.hasOwn === 'function' &&
      typeof Array.prototype.toSorted === 'function'
    )
  }

  if (!knowsEnough()) show()
  window.addEventListener('error', handleError, true)
  window.addEventListener('unhandledrejection', show)
  window.setTimeout(show, withinMs)
}

watchTheStart()
