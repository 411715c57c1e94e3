export { Link, type LinkProps, NavLink as MenuLink } from 'react-router';
