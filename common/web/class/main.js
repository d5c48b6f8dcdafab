/* Sorts and filters the list of students. The page can be read whole without this. */
const roll = document.getElementById('roll');
const tools = document.getElementById('tools');
const find = document.getElementById('find');
const show = document.getElementById('show');
const body = roll.tBodies[0];
const rows = [...body.rows];
const heads = [...roll.querySelectorAll('th[data-sort]')];

const textOf = (row, column) => row.cells[column].textContent;
const numberOf = (row, column) => Number(row.cells[column].dataset.value);
const shareOf = (row) => {
  const [score, most] = row.cells[1].textContent.split('/').map(Number);
  return most > 0 ? score / most : 0;
};

/* Students who are equal stay as they stood in the list. */
function sort(head) {
  const column = head.cellIndex;
  const numeric = head.dataset.sort === 'number';
  const down = head.getAttribute('aria-sort') === (numeric ? 'descending' : 'ascending') ? !numeric : numeric;
  const order = numeric ? (a, b) => numberOf(a, column) - numberOf(b, column) : (a, b) => textOf(a, column).localeCompare(textOf(b, column));
  for (const other of heads) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  body.append(...[...rows].sort((a, b) => (down ? order(b, a) : order(a, b))));
}

const kept = {
  all: () => true,
  waits: (row) => row.querySelector('.verdict') !== null,
  below: (row) => shareOf(row) < 0.5,
  full: (row) => shareOf(row) >= 1,
};

function filter() {
  const wanted = find.value.trim().toLocaleLowerCase();
  let n = 0;
  for (const row of rows) {
    row.hidden = !kept[show.value](row) || !textOf(row, 0).toLocaleLowerCase().includes(wanted);
    n += !row.hidden;
  }
  document.getElementById('shown').textContent = `${n} of ${rows.length} shown`;
}

for (const head of heads) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = head.textContent;
  head.textContent = '';
  head.append(button);
  button.addEventListener('click', () => sort(head));
}
find.addEventListener('input', filter);
show.addEventListener('change', filter);
tools.hidden = false;
filter();
