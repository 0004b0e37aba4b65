(function () {
'use strict';
var byId = function (id) { return document.getElementById(id); };
var data = JSON.parse(byId('data').textContent), form = byId('filter');
var names = ['q', 'origin', 'bundle', 'kind', 'item', 'constraint'];
/* Names are those of others: also `__proto__` is only a key. */
function makeMap() { return Object.create(null); }
function makeMaps(into) {
  names.slice(1).forEach(function (name) { into[name] = makeMap(); });
  return into;
}
var all = [], byRow = makeMap(), values = makeMaps({});
/* Not `form.elements`, which has a function that is called `item`. */
var fields = {};
names.forEach(function (name) { fields[name] = form.querySelector('[name=' + name + ']'); });
var states = ['violated', 'strong', 'weak', 'advice', 'error', 'warning'];
var selected = null, opened = null;

/* What each row is found by. */
data.pipelines.forEach(function (pipeline, d) {
  var rows = pipeline.rows.map(function (row, r) {
    var id = 'p' + d + '-' + r;
    var one = makeMaps({row: row, d: d, r: r, id: id, el: byId(id), arcs: []});
    one.link = one.el.querySelector('a.n');
    one.details = one.el.querySelector('details');
    one.text = [row.name, row.options, pipeline.lanes[row.lane].path, row.origin.place, row.origin.why]
      .concat(row.kinds || [], (row.marks || []).map(function (mark) { return mark.mark + ' ' + mark.text; }),
              (row.findings || []).map(function (index) {
                var finding = pipeline.findings[index];
                return finding.code + ' ' + finding.name + ' ' + finding.message;
              })).join('\n').toLowerCase();
    one.origin[row.origin.party] = 1;
    (row.kinds || []).forEach(function (kind) { one.kind[kind] = 1; });
    if (row.kind === 'bundle') one.bundle[row.name] = 1;
    for (var up = row['in']; up !== undefined; up = pipeline.rows[up]['in'])
      one.bundle[pipeline.rows[up].name] = 1;
    (row.findings || []).forEach(function (index) {
      one.constraint[pipeline.findings[index].severity] = 1;
    });
    all.push(one);
    return byRow[one.id] = one;
  });
  pipeline.arcs.forEach(function (arc) {
    [arc.first, arc.second].forEach(function (r) {
      rows[r].arcs.push(arc);
      if (arc.violated) rows[r].constraint.violated = 1;
      arc.ties.forEach(function (tie) {
        rows[r].constraint[tie.strength] = rows[r].constraint[tie.text] = 1;
      });
    });
  });
  var passRows = rows.filter(function (one) { return one.row.kind === 'pass'; });
  pipeline.bars.forEach(function (bar) {
    bar.names.forEach(function (name) {
      values.item[name] = 1;
      bar.spans.forEach(function (span) {
        [span.begin, span.end].forEach(function (point) {
          if (point > 0 && point <= passRows.length) passRows[point - 1].item[name] = 1;
        });
      });
    });
  });
});
all.forEach(function (one) {
  ['origin', 'bundle', 'kind', 'constraint'].forEach(function (name) {
    Object.keys(one[name]).forEach(function (value) { values[name][value] = 1; });
  });
});
Object.keys(values).forEach(function (name) {
  var list = Object.keys(values[name]).sort();
  if (name === 'constraint')
    list = states.filter(function (state) { return values.constraint[state]; })
      .concat(list.filter(function (value) { return states.indexOf(value) < 0; }));
  list.forEach(function (value) {
    var option = document.createElement('option');
    option.value = value;
    option.textContent = value;
    fields[name].appendChild(option);
  });
  fields[name].disabled = !list.length;
});

/* Passes that changed nothing in a run, behind a row that stands for them. */
var folds = [];
document.querySelectorAll('tr.fold').forEach(function (el) {
  var fold = {el: el, open: false, button: el.querySelector('button')};
  for (var i = 0, row = el.nextElementSibling; i < +el.dataset.n; i++, row = row.nextElementSibling)
    byRow[row.id].fold = fold;
  fold.button.addEventListener('click', function () { unfold(fold, !fold.open); });
  folds.push(fold);
});
function unfold(fold, open) {
  fold.open = open;
  fold.button.setAttribute('aria-expanded', open);
  filter();
}

/* The IR of a pass, as it was before it. */
document.querySelectorAll('.ir').forEach(function (ir) {
  var button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Save before.mlir';
  button.addEventListener('click', function () {
    var text = Array.from(ir.querySelectorAll('.s,del'), function (el) { return el.textContent; }).join('');
    var link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], {type: 'text/plain'}));
    link.download = 'before.mlir';
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
  });
  ir.before(button);
});

function matches(one) {
  return names.every(function (name) {
    var value = fields[name].value;
    return !value || (name === 'q' ? one.text.indexOf(value.toLowerCase()) >= 0 : one[name][value]);
  });
}

function filter() {
  var shown = 0, count = 0;
  var asked = names.some(function (name) { return fields[name].value; });
  folds.forEach(function (fold) { fold.el.hidden = asked; });
  all.forEach(function (one) {
    var good = matches(one);
    one.el.hidden = !good || (one.fold && !one.fold.open && !asked);
    if (one.row.kind === 'pass') { count++; shown += good; }
  });
  /* A bundle stands around what is shown of it. */
  all.forEach(function (one) {
    if (one.el.hidden) return;
    for (var up = one.row['in']; up !== undefined; up = data.pipelines[one.d].rows[up]['in'])
      byRow['p' + one.d + '-' + up].el.hidden = false;
  });
  /* Arcs to rows that are not shown lead nowhere. */
  document.body.classList.toggle('filtered', all.some(function (one) { return one.el.hidden; }));
  byId('count').textContent = shown + ' of ' + count + (count === 1 ? ' pass' : ' passes');
  draw();
}

function save() {
  var query = new URLSearchParams();
  names.forEach(function (name) {
    if (fields[name].value) query.set(name, fields[name].value);
  });
  if (selected) query.set('pass', selected.id);
  var hash = '#' + query.toString();
  if (hash !== location.hash && (hash !== '#' || location.hash)) history.replaceState(null, '', hash);
}

function load() {
  var hash = location.hash.slice(1), query = new URLSearchParams(hash);
  if (byRow[hash]) query = new URLSearchParams({pass: hash});
  names.forEach(function (name) {
    var element = fields[name];
    element.value = query.get(name) || '';
    if (element.selectedIndex < 0) element.value = '';
  });
  filter();
  select(byRow[query.get('pass')] || null, true);
}

/* The arcs of what is selected, above all others. */
function draw() {
  var old = byId('over');
  if (old) old.remove();
  all.forEach(function (one) { one.el.classList.remove('rel'); });
  if (!selected || selected.el.hidden) return;
  var wrap = selected.el.closest('.w'), top = wrap.getBoundingClientRect().top;
  var base = selected.el.cells[0].getBoundingClientRect(), svg = 'http://www.w3.org/2000/svg';
  var columns = +wrap.dataset.columns, right = columns * 8 + 6;
  var over = document.createElementNS(svg, 'svg');
  over.id = 'over';
  over.setAttribute('aria-hidden', 'true');
  over.setAttribute('width', right + 2);
  over.setAttribute('height', wrap.scrollHeight);
  over.style.left = base.left - wrap.getBoundingClientRect().left + wrap.scrollLeft + 'px';
  function y(r) {
    var el = byRow['p' + selected.d + '-' + r].el;
    return el.hidden ? null : el.getBoundingClientRect().top - top + 14;
  }
  selected.arcs.forEach(function (arc) {
    var a = y(arc.first), b = y(arc.second), other = arc.first === selected.r ? arc.second : arc.first;
    byRow['p' + selected.d + '-' + other].el.classList.add('rel');
    if (a === null || b === null) return;
    var x = arc.column >= 0 && arc.column < columns ? (columns - 1 - arc.column) * 8 + 5 : 2;
    var path = document.createElementNS(svg, 'path');
    var weak = arc.ties.every(function (tie) { return tie.strength === 'weak' || tie.strength === 'advice'; });
    path.setAttribute('class', arc.violated ? 'v' : weak ? 'wk' : '');
    path.setAttribute('d', 'M' + right + ' ' + a + 'H' + x + 'V' + b + 'H' + right + 'm-6-4l6 4l-6 4');
    over.appendChild(path);
  });
  wrap.appendChild(over);
}

function select(one, focus) {
  if (selected) {
    selected.el.classList.remove('sel');
    selected.el.removeAttribute('aria-current');
    if (opened && opened !== one) opened.details.open = false;
  }
  opened = null;
  selected = one;
  if (one) {
    if (one.fold && one.el.hidden) unfold(one.fold, true);
    one.el.classList.add('sel');
    one.el.setAttribute('aria-current', 'true');
    if (one.details && !one.details.open) { one.details.open = true; opened = one; }
    if (focus) {
      one.link.focus({preventScroll: true});
      one.el.scrollIntoView({block: 'nearest'});
    }
  }
  draw();
  save();
}

function step(by, good) {
  var list = all.filter(function (one) {
    return !one.el.hidden && (one === selected || good(one));
  });
  var at = list.indexOf(selected);
  var next = list[at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by];
  if (next) select(next, true);
}
function isPass(one) { return one.row.kind === 'pass'; }
function isFound(one) { return one.row.findings; }

function clear() {
  names.forEach(function (name) { fields[name].value = ''; });
  filter();
  save();
}

form.hidden = false;
form.addEventListener('submit', function (event) {
  event.preventDefault();
  selected = null;
  step(1, isPass);
});
form.addEventListener('input', function () { filter(); save(); });
byId('next').addEventListener('click', function () { step(1, isPass); });
byId('previous').addEventListener('click', function () { step(-1, isPass); });
byId('finding').addEventListener('click', function () { step(1, isFound); });
byId('clear').addEventListener('click', function () { select(null); clear(); });
document.addEventListener('click', function (event) {
  var row = event.target.closest('.w tbody tr:not(.fold)');
  var link = event.target.closest('a[href^="#p"]');
  if (link && byRow[link.hash.slice(1)]) {
    event.preventDefault();
    var one = byRow[link.hash.slice(1)];
    if (one.el.hidden && !one.fold) clear();
    select(one, true);
  } else if (row && !event.target.closest('a,summary,details') && !String(getSelection())) {
    select(byRow[row.id] === selected ? null : byRow[row.id]);
  }
});
document.addEventListener('toggle', draw, true);
addEventListener('resize', draw);
addEventListener('hashchange', load);
document.addEventListener('keydown', function (event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === 'Escape') {
    if (event.target === fields.q && fields.q.value) {
      fields.q.value = '';
      filter();
      save();
    } else if (typing) event.target.blur();
    else if (selected) select(null);
    else clear();
    event.preventDefault();
  } else if (typing) return;
  else if (event.key === 'j') step(1, isPass);
  else if (event.key === 'k') step(-1, isPass);
  else if (event.key === 'n') step(1, isFound);
  else if (event.key === '/') {
    event.preventDefault();
    fields.q.focus();
    fields.q.select();
  }
});
load();
}());
