/** The logo on a 32 × 32 grid, for the header, the icons and the share pictures: a sun, and its reflection in three slices. */
export const logoPaths = {
  form: 'M2 15.4a14 14 0 0 1 28 0z',
  reflection: 'M2 17.2h28l-.8 3.4H2.8zM3.4 22.2h25.2l-1.8 2.7H5.2zM6.8 26.6h18.4l-2.5 1.7H9.3z',
};
